import { useSyncExternalStore } from 'react';
import { Link, useLocation } from '@space/platform';
import styles from './Contents.module.css';
import { TERMS } from './sections.ts';

/** Beside the text, the list is open. Above it, the list is closed: thirteen lines would push the text off the screen. */
const WIDE_QUERY = '(width >= 60rem)';

const noSubscription = () => () => {};
const isWide = () => window.matchMedia(WIDE_QUERY).matches;

/** Links to the sections. Each one changes the URL, so that Back returns to the previous section. */
export function Contents() {
  const { hash } = useLocation();
  // Closed in prerendered HTML: opening the list beside the text moves nothing.
  const isOpen = useSyncExternalStore(noSubscription, isWide, () => false);
  return (
    <nav className={styles.contents} data-print="off" aria-label="Contents">
      <details open={isOpen}>
        <summary>Contents</summary>
        <ol>
          {TERMS.map(({ id, title }) => (
            <li key={id}>
              <Link to={`#${id}`} aria-current={hash === `#${id}` ? 'location' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
