import { useSyncExternalStore } from 'react';
import { Link, useLocation } from '@space/platform';
import styles from './Contents.module.css';
import { TERMS } from './sections.ts';

/** Where the list stands beside the text it is open; above it, thirteen lines would hide where the text begins. */
const BESIDE = '(width >= 60rem)';

const neverChanges = () => () => {};
const isBeside = () => window.matchMedia(BESIDE).matches;

/** The sections as links. Each is an address of its own, so that Back leads back through them. */
export function Contents() {
  const { hash } = useLocation();
  // In HTML that was prerendered it is closed: opening it beside the text moves nothing.
  const isOpen = useSyncExternalStore(neverChanges, isBeside, () => false);
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
