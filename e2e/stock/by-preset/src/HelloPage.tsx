import { useState, type ComponentType } from 'react';
import { Link, SignedIn, session, useSession } from '@space/platform';
import styles from './HelloPage.module.css';

// What the test compares between the four pages.
declare global {
  var held: Record<string, unknown> | undefined;
}
globalThis.held = { ...globalThis.held, 'by-preset': [useState, session] };

function SessionLine() {
  const user = useSession((state) => state.user);
  return <p>Signed in as {user?.email}</p>;
}

export function HelloPage() {
  const [More, setMore] = useState<ComponentType | null>(null);
  const showMore = async () => {
    const { More } = await import('./More.tsx');
    setMore(() => More);
  };
  return (
    <main id="main" className={styles['page']}>
      <h1>By preset</h1>
      <SignedIn>
        <SessionLine />
      </SignedIn>
      <button type="button" onClick={() => void showMore()}>
        More
      </button>
      {More && <More />}
      <Link to="/by-vite">Next</Link>
    </main>
  );
}
