import { PATHS } from '@space/domain';
import { Link, session, useNavigationEntries } from '@space/platform';
import { Icon, Menu, type MenuItem } from '@space/ui';
import { SearchButton } from '../search/SearchButton.tsx';
import styles from './DashboardHeader.module.css';

type Entries = ReturnType<typeof useNavigationEntries>;

function accountItems(entries: Entries): MenuItem[] {
  return [
    ...entries.map(({ path, label }) => ({ label, icon: 'planet' as const, to: path })),
    { label: 'Settings', icon: 'sliders', to: PATHS.settings },
    { label: 'Logout', icon: 'logout', onSelect: () => void session.getState().signOut() },
  ];
}

/** The page's header: search, the link home and the account menu. */
export function DashboardHeader() {
  const entries = useNavigationEntries();
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
      <Menu menuLabel="Account" getItems={() => accountItems(entries)}>
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
