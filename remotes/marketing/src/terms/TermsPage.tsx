import { TextPage } from '../frame/TextPage.tsx';
import { TERMS } from './sections.ts';

export function TermsPage() {
  return (
    <TextPage title="Terms of Service" lead="Last updated: January 13, 2025">
      <p>
        These terms say what you can expect from Better Space, and what we expect from you. We kept them
        short.
      </p>
      {TERMS.map(({ title, paragraphs }, index) => (
        <section key={title}>
          <h2>{`${index + 1}. ${title}`}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </TextPage>
  );
}
