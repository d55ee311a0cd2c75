import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { fillersOf, type Filler } from './fillersOf.ts';
import type { RegionProps } from './RemoteRegion.tsx';
import { openSlot, openedSlot, type Loader } from './openSlot.ts';
import { SlotPanel } from './SlotPanel.tsx';

/**
 * What another team has drawn stays in its place: nothing of it lies on the page around it, but for the top layer. Not in a
 * style sheet, which would be one more file to wait for.
 */
const OWN_PLACE = { contain: 'layout', overflowWrap: 'anywhere' } as const;

interface SlotRegionProps {
  filler: Filler;
  /** What the page gives to its slot. */
  data: object;
  loader: Loader;
}

/** What is shown; null while it is on its way. */
type Shown = { Component: ComponentType<RegionProps> } | 'failure' | null;

/**
 * What one remote puts into a slot of another's page. It is fetched, healed and retried by itself: whatever becomes of it, the
 * page around it and other slots stay as they are.
 */
function SlotRegion({ filler, data, loader }: SlotRegionProps) {
  const [shown, setShown] = useState<Shown>(() => {
    const Component = openedSlot(filler);
    return Component ? { Component } : null;
  });
  const section = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);

  const open = () =>
    openSlot(filler, loader).then(
      (Component) => setShown({ Component }),
      // Reported by the loader.
      () => setShown('failure'),
    );

  /** What had the focus is gone with what was shown before. */
  function keepFocus() {
    if (!hasFocus.current || document.activeElement !== document.body || !section.current) return;
    section.current.tabIndex = -1;
    section.current.focus({ preventScroll: true });
  }

  const handleShown = useEffectEvent(() => {
    if (shown === null) void open();
    else keepFocus();
  });
  useEffect(() => handleShown(), [shown]);

  if (shown === null) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes whether the focus is in it
    <section
      ref={section}
      style={OWN_PLACE}
      aria-label={filler.title}
      data-print="off"
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {shown === 'failure' ? (
        <SlotPanel owner={filler.owner} needsReload={loader.needsReload} onRetry={open} />
      ) : (
        <Suspense fallback={null}>
          <shown.Component
            data={data}
            waiting={null}
            onFault={() => setShown('failure')}
            onHealed={keepFocus}
          />
        </Suspense>
      )}
    </section>
  );
}

interface SlotRegionsProps {
  slot: string;
  data: object;
  loader: Loader;
}

/** What all remotes put into a slot: a region for each. */
export function SlotRegions({ slot, ...rest }: SlotRegionsProps) {
  return fillersOf(slot).map((filler) => <SlotRegion key={filler.owner} filler={filler} {...rest} />);
}
