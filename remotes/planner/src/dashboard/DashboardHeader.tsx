import { PATHS } from '@space/domain';
import { Link, session } from '@space/platform';
import { Icon, Menu, type MenuItem } from '@space/ui';
import { SearchButton } from '../search/SearchButton.tsx';
import styles from './DashboardHeader.module.css';

function accountItems(): MenuItem[] {
  return [
    { label: 'Settings', icon: 'sliders', to: PATHS.settings },
    { label: 'Logout', icon: 'logout', onSelect: () => void session.getState().signOut() },
  ];
}

/** The way home and the account. */
export function DashboardHeader() {
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
