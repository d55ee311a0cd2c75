import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { fillersOf, type Filler } from './fillersOf.ts';
import type { RegionProps } from './RemoteRegion.tsx';
import { openSlot, openedSlot, type Loader } from './openSlot.ts';
import { RetryLine } from './RetryLine.tsx';

/**
 * Contains what another team renders: it cannot overlap the page around it, except in the top layer. Inline, because a
 * style sheet would be one more file to load.
 */
const CONTAINED = { contain: 'layout', overflowWrap: 'anywhere' } as const;

// Loaded when a page needs it, like the slots: see `lazy.ts`.
export { loadPatiently } from './lateChunks.tsx';
export { Waiting } from './Waiting.tsx';

interface SlotRegionProps {
  filler: Filler;
  /** The data that the page passes to its slot. */
  data: object;
  loader: Loader;
}

/** The content of a slot; null while it is loading. */
type SlotContent = { Component: ComponentType<RegionProps> } | 'failure' | null;

/**
 * The content that one remote puts into a slot of another remote's page. It is loaded, healed and retried independently: its
 * failures do not affect the page around it or other slots.
 */
function SlotRegion({ filler, data, loader }: SlotRegionProps) {
  const [content, setContent] = useState<SlotContent>(() => {
    const Component = openedSlot(filler);
    return Component ? { Component } : null;
  });
  const section = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);

  const open = () =>
    openSlot(filler, loader).then(
      (Component) => setContent({ Component }),
      // The loader has already reported the error.
      () => setContent('failure'),
    );

  /** Moves the focus to the section if the focused element was removed with the previous content. */
  function keepFocus() {
    if (!hasFocus.current || document.activeElement !== document.body || !section.current) return;
    section.current.tabIndex = -1;
    section.current.focus({ preventScroll: true });
  }

  const handleContentChange = useEffectEvent(() => {
    if (content === null) void open();
    else keepFocus();
  });
  useEffect(() => handleContentChange(), [content]);

  if (content === null) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- tracks whether the focus is inside
    <section
      ref={section}
      style={CONTAINED}
      aria-label={filler.title}
      data-print="off"
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {content === 'failure' ? (
        <RetryLine owner={filler.owner} needsReload={loader.needsReload} onRetry={open} />
      ) : (
        <content.Component
          data={data}
          waiting={null}
          onFault={() => setContent('failure')}
          onHealed={keepFocus}
        />
      )}
    </section>
  );
}

interface SlotRegionsProps {
  slot: string;
  data: object;
  loader: Loader;
}

/** The content of a slot: a region for each remote that fills it. */
export function SlotRegions({ slot, ...rest }: SlotRegionsProps) {
  return fillersOf(slot).map((filler) => <SlotRegion key={filler.owner} filler={filler} {...rest} />);
}
