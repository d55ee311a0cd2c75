import { PATHS } from '@space/domain';
import { Link, SignedIn, SignedOut, useLocation } from '@space/platform';
import { Brand, ButtonLink } from '@space/ui';
import { SIGN_UP_STATE } from './signUpState.ts';
import styles from './SiteHeader.module.css';

const SITE_PAGES = [
  { path: PATHS.about, name: 'About Us' },
  { path: PATHS.pricing, name: 'Pricing' },
] as const;

/** The brand, the pages of the site, and sign-in and sign-up or, for signed-in users, the dashboard. */
export function SiteHeader() {
  const { pathname } = useLocation();
  return (
    <header className={styles.header} data-print="off">
      <Brand />
      <nav className={styles.pages} aria-label="Site">
        {SITE_PAGES.map(({ path, name }) => (
          <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <nav className={styles.actions} aria-label="Account">
        <SignedIn>
          <ButtonLink to={PATHS.dashboard} look="primary">
            My Calendar
          </ButtonLink>
        </SignedIn>
        <SignedOut>
          <ButtonLink to={PATHS.auth}>Sign In</ButtonLink>
          <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary">
            Sign Up
          </ButtonLink>
        </SignedOut>
      </nav>
    </header>
  );
}
