import { useDeferredValue } from 'react';
import { useSession } from '@space/platform';
import { Goals } from '../goals/Goals.tsx';
import { Week } from '../week/Week.tsx';
import styles from './DashboardPage.module.css';
import { DashboardHeader } from './DashboardHeader.tsx';
import { Greeting } from './Greeting.tsx';

export function DashboardPage() {
  const userId = useSession((state) => state.user?.id);
  // Everything below the week renders one frame after it.
  const hasGoals = useDeferredValue(true, false);
  // For a moment after sign-out, until the guard redirects.
  if (userId === undefined) return null;
  return (
    <div className={styles.page}>
      <DashboardHeader />
      {/* Remounted for another user: no unfinished text of the previous user stays in a field. */}
      <main id="main" key={userId} className={styles.main}>
        <Greeting userId={userId} />
        <Week />
        {hasGoals && <Goals />}
      </main>
    </div>
  );
}
