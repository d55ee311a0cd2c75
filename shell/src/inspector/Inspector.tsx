import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { IconButton } from '@space/ui';
import { focusHeading } from '@space/ui/host';
import { brokenOf, registryOfPage, useRegions, type RegionFacts } from '../registry/registry.ts';
import styles from './Inspector.module.css';

/** The part of the page that a remote has rendered, and where it is in the window, in CSS pixels. */
interface Part {
  remote: string;
  element: Element;
  box: DOMRect;
}

/** Smaller elements are for screen readers only, or remains of something closed. */
const SMALLEST = 4;

/** What is seen of each remote. Its own element has no box (global.css), so the boxes of its children are measured. */
function partsOfPage(): Part[] {
  return [...document.querySelectorAll<HTMLElement>('[data-remote]')].flatMap((element) => {
    const seen = [...element.children].filter((child) => child.checkVisibility({ visibilityProperty: true }));
    const boxes = seen.map((child) => child.getBoundingClientRect());
    const large = boxes.filter(({ width, height }) => width > SMALLEST && height > SMALLEST);
    if (large.length === 0) return [];
    const left = Math.min(...large.map((box) => box.left));
    const top = Math.min(...large.map((box) => box.top));
    const width = Math.max(...large.map((box) => box.right)) - left;
    const height = Math.max(...large.map((box) => box.bottom)) - top;
    return [{ remote: element.dataset['remote'] ?? '', element, box: new DOMRect(left, top, width, height) }];
  });
}

/** Measured in every frame, because no event covers all that moves a part: scrolling, fonts, responses, animations. */
function usePartsOfPage(): readonly Part[] {
  const [parts, setParts] = useState<readonly Part[]>([]);
  useEffect(() => {
    let last = '';
    const update = () => {
      const next = partsOfPage();
      const text = JSON.stringify(next.map(({ remote, box }) => [remote, box]));
      // Rendered in this very frame, so that the outlines do not lag behind the page.
      if (text !== last) flushSync(() => setParts(next));
      last = text;
      frame = requestAnimationFrame(update);
    };
    let frame = requestAnimationFrame(update);
    return () => cancelAnimationFrame(frame);
  }, []);
  return parts;
}

type Fact = readonly [name: string, text: string | null | undefined];

const loading = ({ milliseconds, release: { kilobytes, contract } }: RegionFacts): Fact[] => [
  ['Loaded in', `${milliseconds} ms`],
  ['Size', kilobytes === 0 ? 'unknown' : `${kilobytes} kB`],
  ['Contract', String(contract)],
];

/** What runs, what else may run, how it loaded, and what failed in this tab and why. Takes the facts, if it runs here. */
function factsOf(owner: string, facts: RegionFacts | undefined): Fact[] {
  const { shell, remotes } = registryOfPage();
  const { live, tried, canary, previous, disabled } = remotes[owner] ?? {};
  const running = owner === 'shell' ? shell : facts?.release.version;
  const failures = [...brokenOf(owner).values()].map(
    ({ version, cause, error }) =>
      `${version} · ${cause}: ${error instanceof Error ? error.message : String(error)}`,
  );
  const all: Fact[] = [
    ['Version', running],
    ...(facts ? loading(facts) : []),
    ['Live', tried || live?.version === running ? null : live?.version],
    ['Canary', canary && `${canary.release.version} · on ${canary.percent} % of devices`],
    ['Before it', previous?.version],
    ['Switched off', disabled],
    ['Failed in this tab', failures.join('; ')],
  ];
  return all.filter(([, text]) => text);
}

/** Shows who has made which part of the page: outlines over those of remotes, and a list of all owners. */
function Inspector({ onClose }: { onClose: () => void }) {
  const [active, setActive] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const parts = usePartsOfPage();
  const known = useRegions();
  const owners = new Set([
    ...parts.map(({ remote }) => remote),
    'shell',
    ...Object.keys(registryOfPage().remotes),
  ]);

  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    <>
      {/* Hidden from screen readers: the panel has the same facts. */}
      <div className={styles.layer} aria-hidden="true">
        {parts.map(({ remote, box: { left, top, width, height } }) => {
          const facts = known.get(remote);
          // In the window, however far the page is scrolled.
          const [x, y] = [Math.max(left, 0) + 4, Math.min(Math.max(top, 0) + 4, innerHeight - 64)];
          const details = facts ? [facts.source, ...loading(facts).map(([, text]) => text)] : [];
          return (
            <div key={remote}>
              {/* Positioned by a transform alone: another position would be a layout shift at each step of a scroll. */}
              <div
                className={styles.outline}
                data-active={remote === active || undefined}
                style={{ transform: `translate(${left}px, ${top}px)`, inlineSize: width, blockSize: height }}
              />
              <div
                className={styles.label}
                data-label
                style={{ transform: `translate(${x}px, ${y}px)`, maxInlineSize: innerWidth - x - 4 }}
              >
                {[`${remote} ${facts?.release.version ?? ''}`, ...details].join(' · ')}
              </div>
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
          {[...owners].map((owner) => {
            const part = parts.find(({ remote }) => remote === owner);
            return (
              <li key={owner} onPointerEnter={() => setActive(owner)} onPointerLeave={() => setActive(null)}>
                <button
                  type="button"
                  onFocus={() => setActive(owner)}
                  onBlur={() => setActive(null)}
                  onClick={() => part?.element.scrollIntoView({ block: 'nearest' })}
                >
                  {owner} {known.get(owner)?.source}
                </button>
                {!part && owner !== 'shell' && <p>Nothing of its own on this page.</p>}
                {factsOf(owner, known.get(owner)).map(([name, text]) => (
                  <p key={name}>{`${name}: ${text}`}</p>
                ))}
              </li>
            );
          })}
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
  container.style.display = 'contents';
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
  root.render(<Inspector onClose={close} />);
}
