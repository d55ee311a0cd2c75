import { useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from '@space/platform';
import { TextPage } from '../frame/TextPage.tsx';
import { TERMS } from './sections.ts';
import styles from './TermsPage.module.css';

/**
 * Focuses the heading of the section in the hash of the URL: after a link of this page, after Back, and when a shared URL
 * is opened. The host scrolls there.
 */
function useFocusHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(hash.slice(1));
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}

/** Beside the text, the list is open. Above it, the list is closed: thirteen lines would push the text off the screen. */
const WIDE_QUERY = '(width >= 60rem)';

const noSubscription = () => () => {};
const isWide = () => window.matchMedia(WIDE_QUERY).matches;

/** Links to the sections. Each one changes the URL, so that Back returns to the previous section. */
function Contents() {
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

export function TermsPage() {
  useFocusHashTarget();
  return (
    <TextPage title="Terms of Service" lead="Last updated: January 13, 2025">
      <div className={styles.columns}>
        <Contents />
        <div className={styles.text}>
          <p className={styles.opening}>
            These terms say what you can expect from Better Space, and what we expect from you. We kept them
            short, and we wrote them to be read.
          </p>
          {TERMS.map(({ id, title, paragraphs }, index) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>{`${index + 1}. ${title}`}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </TextPage>
  );
}
