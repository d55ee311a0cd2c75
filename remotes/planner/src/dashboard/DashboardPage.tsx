import { useDeferredValue, useEffect, useState } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { Link, kept, profiles, session, useNavigationEntries, useSession } from '@space/platform';
import { Icon, Menu, type MenuItem } from '@space/ui';
import { Goals } from '../goals/Goals.tsx';
import { isApple, useShortcut } from '../keys/keyboard.tsx';
import parts from '../parts/parts.module.css';
import { SearchDialog } from '../search/SearchDialog.tsx';
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
      <main id="main" key={userId} className={`${parts.stack} ${styles.main}`}>
        <Greeting userId={userId} />
        <Week />
        {hasGoals && <Goals />}
      </main>
    </div>
  );
}

function DashboardHeader() {
  const entries = useNavigationEntries();
  const [isSearching, setIsSearching] = useState(false);
  const search = () => setIsSearching(true);
  useShortcut('search', search);
  const control = `${parts.line} ${styles.control}`;
  const accountItems = (): MenuItem[] => [
    ...entries.map(({ path, label }) => ({ label, icon: 'planet' as const, to: path })),
    { label: 'Settings', icon: 'sliders', to: PATHS.settings },
    { label: 'Logout', icon: 'logout', onSelect: () => void session.getState().signOut() },
  ];
  return (
    <header className={`${parts.wrap} ${styles.header}`} data-print="off">
      <span className={`${parts.line} ${styles.brand}`} aria-hidden="true">
        <Icon name="planet" size={22} />
        <span className={styles.wide}>Better Space</span>
      </span>
      <button
        type="button"
        className={control}
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={isApple() ? 'Search (⌘K)' : 'Search (Ctrl+K)'}
        onClick={search}
      >
        <Icon name="search" />
        <span className={styles.wide}>Search</span>
      </button>
      {isSearching && <SearchDialog onClose={() => setIsSearching(false)} />}
      <Link to={PATHS.home} className={control}>
        <Icon name="home" />
        Home
      </Link>
      <Menu menuLabel="Account" getItems={accountItems}>
        {(button) => (
          <button {...button} type="button" className={control}>
            <Icon name="user" />
            Account
            <Icon name="chevronDown" size={14} />
          </button>
        )}
      </Menu>
    </header>
  );
}

/** Kept between pages and visits, so that a returning user is greeted by name at once. */
const NAME = 'display-name';

/** The page's heading. It never waits for the name. */
function Greeting({ userId }: { userId: string }) {
  const [name, setName] = useState(() => kept.read(NAME));

  useEffect(() => {
    // Nothing is stored or logged for a user who has signed out.
    const isCurrentUser = () => session.getState().user?.id === userId;
    function show(loaded: string | null): void {
      if (!isCurrentUser()) return;
      setName(loaded);
      kept.write(NAME, loaded);
    }
    profiles.getDisplayName(userId).then(show, (error: unknown) => {
      if (isCurrentUser()) console.error(MESSAGES.profile.loadFailed, error);
    });
  }, [userId]);

  return (
    <h1 className={styles.greeting}>
      Hi <bdi className={styles.name}>{typeof name === 'string' ? name : 'there'}</bdi>, your week space looks
      great!
    </h1>
  );
}
