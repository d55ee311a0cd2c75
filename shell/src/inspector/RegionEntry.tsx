import { useState } from 'react';
import type { RegionFacts } from '../registry/regions.ts';
import { factsToShow } from './factsToShow.ts';
import styles from './RegionEntry.module.css';

interface RegionEntryProps {
  owner: string;
  facts: RegionFacts | undefined;
  commits: ReadonlyMap<string, string>;
  /** How many parts of the page it has rendered. */
  parts: number;
  isActive: boolean;
  /** Called when the pointer or the focus enters or leaves it. */
  onActive: (isActive: boolean) => void;
  /** Called to scroll the region into view. */
  onShow: () => void;
}

/** One region in the inspector's list. While it is hovered or focused, the region is highlighted on the page. */
export function RegionEntry({ owner, facts, commits, parts, isActive, onActive, onShow }: RegionEntryProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? parts > 0;

  return (
    <li
      className={styles.entry}
      data-source={facts?.source}
      data-active={isActive || undefined}
      onPointerEnter={() => onActive(true)}
      onPointerLeave={() => onActive(false)}
    >
      <button
        type="button"
        className={styles.name}
        aria-expanded={isOpen}
        onFocus={() => onActive(true)}
        onBlur={() => onActive(false)}
        onClick={() => {
          setChoice(!isOpen);
          onShow();
        }}
      >
        {owner}
        {facts && facts.source !== owner && <span className={styles.source}>{facts.source}</span>}
      </button>
      {isOpen && (
        <>
          <dl className={styles.facts}>
            {factsToShow(owner, facts, commits).map(({ label, text, isShort = false }) => (
              <div key={label + text} className={isShort ? undefined : styles.wide}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {parts === 0 && <p className={styles.note}>Nothing of its own on this page.</p>}
        </>
      )}
    </li>
  );
}
