import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { IconButton } from '@space/ui';
import { focusHeading } from '@space/ui/host';
import { brokenOf, registryOfPage, useRegions, type RegionFacts } from '../registry/registry.ts';
import styles from './Inspector.module.css';

/** A part of the page that one owner has rendered, and where it is in the window, in CSS pixels. */
interface Part {
  /** A remote's name, or 'shell'. */
  owner: string;
  element: Element;
  box: DOMRect;
}

/** Smaller elements are for screen readers only, or remains of something closed. */
const SMALLEST = 4;

/** Whether an element is seen: not hidden, nor above the page (the skip link), however far that is scrolled. */
function isSeen(element: Element): boolean {
  const { bottom, width, height } = element.getBoundingClientRect();
  const isOnPage = bottom + (getComputedStyle(element).position === 'fixed' ? 0 : scrollY) > 0;
  const isVisible =
    element.getAttribute('aria-hidden') !== 'true' &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return isOnPage && isVisible && width > SMALLEST && height > SMALLEST;
}

/** Who has rendered what: a remote everything inside its `[data-remote]`, the shell all the rest but the inspector. */
function partsIn(element: Element, inspector: Element): Part[] {
  if (element === inspector) return [];
  const remote = element.getAttribute('data-remote');
  const isAround =
    element === document.body ||
    element.id === 'root' ||
    getComputedStyle(element).display === 'contents' ||
    element.querySelector('[data-remote]');
  if (remote === null && isAround) return [...element.children].flatMap((child) => partsIn(child, inspector));
  // A remote's element has no box of its own (global.css).
  const seen = (remote === null ? [element] : [...element.children]).filter(isSeen);
  if (seen.length === 0) return [];
  const boxes = seen.map((one) => one.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) - top;
  return [{ owner: remote ?? 'shell', element, box: new DOMRect(left, top, width, height) }];
}

/**
 * The parts of the page, in its order. They are measured in every frame, because no event covers all that moves them:
 * scrolling, resizing, fonts, responses, animations.
 */
function usePartsOfPage(inspector: Element): readonly Part[] {
  const [parts, setParts] = useState<readonly Part[]>([]);

  useEffect(() => {
    let last = '';
    const update = () => {
      const next = partsIn(document.body, inspector);
      const text = JSON.stringify(next.map(({ owner, box }) => [owner, box]));
      // Rendered in this very frame, so that the outlines do not lag behind the page.
      if (text !== last) flushSync(() => setParts(next));
      last = text;
      frame = requestAnimationFrame(update);
    };
    let frame = requestAnimationFrame(update);
    return () => cancelAnimationFrame(frame);
  }, [inspector]);

  return parts;
}

const loading = ({ milliseconds, release: { kilobytes, contract } }: RegionFacts) => ({
  'Loaded in': `${milliseconds} ms`,
  Size: kilobytes === 0 ? 'unknown' : `${kilobytes} kB`,
  Contract: String(contract),
});

/** What runs, what else may run, how it loaded, and what failed in this tab and why. Takes the facts, if it runs here. */
function factsOf(owner: string, facts: RegionFacts | undefined): Record<string, string> {
  const state = registryOfPage().remotes[owner];
  const failures = [...brokenOf(owner).values()].map(
    ({ version, cause, error }) =>
      `${version} · ${cause}: ${error instanceof Error ? error.message : String(error)}`,
  );
  return {
    ...(owner === 'shell' && { Version: registryOfPage().shell }),
    ...(facts && { Version: facts.release.version, ...loading(facts) }),
    ...(state &&
      !state.tried &&
      state.live.version !== facts?.release.version && { Live: state.live.version }),
    ...(state?.canary && {
      Canary: `${state.canary.release.version} · on ${state.canary.percent} % of devices`,
    }),
    ...(state?.previous && { 'Before it': state.previous.version }),
    ...(typeof state?.disabled === 'string' && { 'Switched off': state.disabled }),
    ...(failures.length > 0 && { 'Failed in this tab': failures.join('; ') }),
  };
}

interface InspectorProps {
  /** The element that contains the inspector. */
  own: Element;
  onClose: () => void;
}

/** Shows who has made which part of the page: outlines over it, and a list of these and of all other remotes. */
function Inspector({ own, onClose }: InspectorProps) {
  const [active, setActive] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const parts = usePartsOfPage(own);
  const known = useRegions();
  const onPage = parts.map(({ owner }) => owner);
  const owners = new Set([...onPage, 'shell', ...Object.keys(registryOfPage().remotes)]);

  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, []);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    <>
      {/* Hidden from screen readers: the panel has the same facts. */}
      <div className={styles.layer} aria-hidden="true">
        {parts.map(({ owner, box }, index) => {
          const { left, top, width, height } = box;
          const facts = known.get(owner);
          // In the window, however far the page is scrolled.
          const [x, y] = [Math.max(left, 0) + 4, Math.min(Math.max(top, 0) + 4, innerHeight - 64)];
          const text = facts
            ? [`${owner} ${facts.release.version}`, facts.source, ...Object.values(loading(facts))].join(
                ' · ',
              )
            : owner;
          return (
            <div key={`${owner} ${index}`}>
              {/* Positioned by a transform alone: another position would be a layout shift at each step of a scroll. */}
              <div
                className={styles.outline}
                data-active={owner === active || undefined}
                style={{ transform: `translate(${left}px, ${top}px)`, inlineSize: width, blockSize: height }}
              />
              {onPage.indexOf(owner) === index && (
                <div
                  className={styles.label}
                  data-label
                  style={{ transform: `translate(${x}px, ${y}px)`, maxInlineSize: innerWidth - x - 4 }}
                >
                  {text}
                </div>
              )}
            </div>
          );
        })}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, wherever inside the focus is */}
      <section
        ref={panel}
        role="dialog"
        aria-label="Who owns this page"
        tabIndex={-1}
        className={styles.panel}
        onKeyDown={handleKeyDown}
      >
        <IconButton icon="close" label="Close the inspector" onClick={onClose} />
        <h2>Who owns this page</h2>
        <ul>
          {[...owners].map((owner) => (
            <li key={owner} onPointerEnter={() => setActive(owner)} onPointerLeave={() => setActive(null)}>
              <button
                type="button"
                onFocus={() => setActive(owner)}
                onBlur={() => setActive(null)}
                onClick={() =>
                  parts.find((part) => part.owner === owner)?.element.scrollIntoView({ block: 'nearest' })
                }
              >
                {owner} {known.get(owner)?.source}
              </button>
              {!onPage.includes(owner) && <p>Nothing of its own on this page.</p>}
              {Object.entries(factsOf(owner, known.get(owner))).map(([name, text]) => (
                <p key={name}>{`${name}: ${text}`}</p>
              ))}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

let close: (() => void) | null = null;

/** Opens the inspector, or closes it and restores the focus. It has a React root of its own, apart from the page. */
export function toggleInspector(): void {
  if (close) return close();
  const opener = document.activeElement;
  const container = document.createElement('div');
  container.className = styles.place ?? '';
  document.body.append(container);
  const root = createRoot(container);
  close = () => {
    const hadFocus = container.contains(document.activeElement);
    close = null;
    root.unmount();
    container.remove();
    if (!hadFocus) return;
    if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) opener.focus();
    else focusHeading();
  };
  root.render(<Inspector own={container} onClose={close} />);
}
