import { Suspense, lazy, useEffect, useState } from 'react';
import { Link, usePageTitle, useParams } from '@space/platform';
import styles from './pages.module.css';
import { addresses } from './prerender.ts';

const Advice = lazy(async () => ({ default: (await import('./Advice.tsx')).Advice }));

export function HelpPage() {
  const { topic = '' } = useParams();
  const [isAsked, setIsAsked] = useState(false);
  const title = addresses.find(({ address }) => address === `/help/${topic}`)?.title ?? null;
  usePageTitle(title);
  return (
    <main id="main" className={styles.main}>
      <h1>{title}</h1>
      <p className={styles.dog} role="img" aria-label="Dog" />
      <label>
        Draft <input />
      </label>
      <button type="button" onClick={() => setIsAsked(true)}>
        Advice
      </button>
      <Link to="/help/tasks">On notes</Link>
      <Suspense>{isAsked && <Advice />}</Suspense>
    </main>
  );
}

/** Does what the rules for pages advise against: it sets titles, and leaves a scroll lock behind. */
export function UntidyPage() {
  useEffect(() => {
    const { title } = document;
    document.title = 'Untidy!';
    document.body.style.overflow = document.documentElement.style.overflow = 'hidden';
    return () => void (document.title = title);
  }, []);
  return (
    <main id="main">
      <h1>Untidy</h1>
      <p>Below: {useParams()['*']}</p>
      <Link to="/help/tasks">On notes</Link>
    </main>
  );
}
