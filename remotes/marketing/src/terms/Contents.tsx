import { useState } from 'react';
import { Link, useLocation } from '@space/platform';
import styles from './Contents.module.css';
import { TERMS } from './sections.ts';

/** Where the list stands beside the text it is open; above it, thirteen lines would hide where the text begins. */
const BESIDE = '(width >= 60rem)';

/** The sections as links. Each is an address of its own, so that Back leads back through them. */
export function Contents() {
  const { hash } = useLocation();
  const [isOpen] = useState(() => window.matchMedia(BESIDE).matches);
  return (
    <nav className={styles.contents} aria-label="Contents">
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
