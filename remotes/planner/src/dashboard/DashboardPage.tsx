import { useDeferredValue, useEffect } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import {
  Link,
  kept,
  onSessionEnd,
  profiles,
  session,
  useNavigationEntries,
  useSession,
} from '@space/platform';
import { Icon, Menu, type MenuItem } from '@space/ui';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Goals } from '../goals/Goals.tsx';
import { SearchButton } from '../search/SearchButton.tsx';
import { Week } from '../week/Week.tsx';
import styles from './DashboardPage.module.css';

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

function DashboardHeader() {
  const entries = useNavigationEntries();
  const accountItems = (): MenuItem[] => [
    ...entries.map(({ path, label }) => ({ label, icon: 'planet' as const, to: path })),
    { label: 'Settings', icon: 'sliders', to: PATHS.settings },
    { label: 'Logout', icon: 'logout', onSelect: () => void session.getState().signOut() },
  ];
  return (
    <header className={styles.header} data-print="off">
      <span className={styles.brand} aria-hidden="true">
        <Icon name="planet" size={22} />
        <span className={styles.word}>Better Space</span>
      </span>
      <SearchButton className={styles.control} wordClassName={styles.search} />
      <Link to={PATHS.home} className={styles.control}>
        <Icon name="home" />
        Home
      </Link>
      <Menu menuLabel="Account" getItems={accountItems}>
        {(button) => (
          <button {...button} type="button" className={styles.control}>
            <Icon name="user" />
            Account
            <Icon name="chevronDown" size={14} />
          </button>
        )}
      </Menu>
    </header>
  );
}

const NAME = 'display-name';
const storedName = kept.read(NAME);

/** The display name, kept between pages and visits, so that a returning user is greeted by name at once. */
const displayName = createStore<{ name: string | null }>()(() => ({
  name: typeof storedName === 'string' ? storedName : null,
}));
onSessionEnd(() => displayName.setState({ name: null }));

/** A failure is only logged, and not for a user who has signed out. */
async function loadName(userId: string): Promise<void> {
  const isCurrentUser = () => session.getState().user?.id === userId;
  try {
    const name = await profiles.getDisplayName(userId);
    if (!isCurrentUser()) return;
    displayName.setState({ name });
    kept.write(NAME, name);
  } catch (error) {
    if (isCurrentUser()) console.error(MESSAGES.profile.loadFailed, error);
  }
}

/** The page's heading. It never waits for the name. */
function Greeting({ userId }: { userId: string }) {
  const name = useStore(displayName, (state) => state.name) ?? 'there';

  useEffect(() => void loadName(userId), [userId]);

  return (
    <h1 className={styles.greeting}>
      Hi <bdi className={styles.name}>{name}</bdi>, your week space looks great!
    </h1>
  );
}
