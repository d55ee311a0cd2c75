import { TextPage } from '../frame/TextPage.tsx';
import { Contents } from './Contents.tsx';
import styles from './TermsPage.module.css';
import { TERMS } from './sections.ts';
import { useFocusHashTarget } from './useFocusHashTarget.ts';

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
