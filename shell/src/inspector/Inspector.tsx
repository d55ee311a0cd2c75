import { useEffect, useId, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { IconButton } from '@space/ui';
import { regions as known } from '../registry/regions.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import styles from './Inspector.module.css';
import { Outlines } from './Outlines.tsx';
import { readCommits } from './readCommits.ts';
import { RegionEntry } from './RegionEntry.tsx';
import { shellFacts } from './shellFacts.ts';
import { useRegionsOnPage } from './useRegionsOnPage.ts';

interface InspectorProps {
  /** The element that contains the inspector. */
  own: Element;
  shellVersion: string;
  onClose: () => void;
}

/** Shows who owns which part of the page: outlines over it, and a list of these and of all other remotes. */
export function Inspector({ own, shellVersion, onClose }: InspectorProps) {
  const [active, setActive] = useState<string | null>(null);
  const [commits, setCommits] = useState<ReadonlyMap<string, string>>(new Map());
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  const onPage = useRegionsOnPage(own);
  const remotes = useSyncExternalStore(known.subscribe, known.all);
  const elsewhere = Object.keys(registryOfPage().remotes)
    .filter((name) => !onPage.some(({ owner }) => owner === name))
    .map((owner) => ({ owner, parts: [] }));
  const factsOf = (name: string) => remotes.get(name);

  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, []);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  useEffect(() => {
    void shellFacts(shellVersion).then((facts) => known.set(facts));
    void readCommits().then(setCommits);
  }, [shellVersion]);

  return (
    <>
      <Outlines regions={onPage} factsOf={factsOf} active={active} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, wherever inside the focus is */}
      <section
        ref={panel}
        role="dialog"
        aria-labelledby={id}
        tabIndex={-1}
        className={styles.panel}
        onKeyDown={handleKeyDown}
      >
        <div className={styles.header}>
          <h2 id={id} className={styles.title}>
            Who owns this page
          </h2>
          <IconButton icon="close" label="Close the inspector" onClick={onClose} />
        </div>
        <div className={styles.scroll}>
          <ul className={styles.list}>
            {[...onPage, ...elsewhere].map(({ owner, parts }) => (
              <RegionEntry
                key={owner}
                owner={owner}
                facts={factsOf(owner)}
                commits={commits}
                parts={parts.length}
                isActive={owner === active}
                onActive={(isActive) => setActive(isActive ? owner : null)}
                onShow={() => parts[0]?.element.scrollIntoView({ block: 'nearest' })}
              />
            ))}
          </ul>
        </div>
        <p className={styles.hint}>
          <kbd>Alt</kbd> <kbd>Shift</kbd> <kbd>I</kbd> opens and closes this panel on any page.
        </p>
      </section>
    </>
  );
}
