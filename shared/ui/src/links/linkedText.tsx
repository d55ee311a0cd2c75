import type { ReactNode } from 'react';
import { splitLinks } from '@space/domain';
import styles from './linkedText.module.css';

/**
 * Takes a text that a user has written, and the `tabIndex` of its links; returns it with its web addresses as links, as the only child of an element with `dir="auto"`: a string, or an element whose key is the text, so that a
 * translator of the browser may replace its text nodes.
 */
export function linkedText(text: string, tabIndex?: number): ReactNode {
  const parts = splitLinks(text);
  if (parts.every(({ href }) => href === null)) return text;
  return (
    <span key={text}>
      {parts.map(({ at, text: part, href }) =>
        href === null ? (
          part
        ) : (
          // Not draggable: its letters can be selected.
          <a
            key={at}
            href={href}
            target="_blank"
            rel="noreferrer"
            dir="ltr"
            draggable={false}
            tabIndex={tabIndex}
            className={styles.link}
          >
            {part}
          </a>
        ),
      )}
    </span>
  );
}
