import type { RegionFacts } from '../registry/regions.ts';
import { formatKilobytes, formatMilliseconds } from './format.ts';
import styles from './RegionEntry.module.css';

interface RegionEntryProps {
  owner: string;
  facts: RegionFacts | undefined;
  /** How many places of the page it has drawn. */
  parts: number;
  isActive: boolean;
  /** The mouse or the focus has come to it, or gone. */
  onActive: (isActive: boolean) => void;
  /** Its place on the page is to be seen. */
  onShow: () => void;
}

/** Keeps the place of a fact that is still on its way. */
const UNKNOWN = '…';

/** One owner in the inspector's list. While it is looked at, its region stands out on the page. */
export function RegionEntry({ owner, facts, parts, isActive, onActive, onShow }: RegionEntryProps) {
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
        onFocus={() => onActive(true)}
        onBlur={() => onActive(false)}
        onClick={onShow}
      >
        {owner}
        {facts && facts.source !== owner && <span className={styles.source}>{facts.source}</span>}
      </button>
      <dl className={styles.facts}>
        <div className={styles.wide}>
          <dt>Version</dt>
          <dd>{facts?.version ?? UNKNOWN}</dd>
        </div>
        <div>
          <dt>Loaded in</dt>
          <dd>{facts ? formatMilliseconds(facts.milliseconds) : UNKNOWN}</dd>
        </div>
        <div>
          <dt>Size</dt>
          <dd>{facts ? formatKilobytes(facts.kilobytes) : UNKNOWN}</dd>
        </div>
        <div>
          <dt>Contract</dt>
          <dd>{facts?.contract ?? UNKNOWN}</dd>
        </div>
        {facts && facts.failed.length > 0 && (
          <div className={styles.wide}>
            <dt>Failed before it</dt>
            <dd>{facts.failed.join(', ')}</dd>
          </div>
        )}
      </dl>
      {parts === 0 && <p className={styles.note}>Nothing of its own on this page.</p>}
    </li>
  );
}
