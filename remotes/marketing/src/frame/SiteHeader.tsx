import { PATHS } from '@space/domain';
import { useSession } from '@space/platform';
import { Brand, ButtonLink } from '@space/ui';
import { SIGN_UP_STATE } from './signUpState.ts';
import styles from './SiteHeader.module.css';

/** The brand, and the way in: sign in or up, or straight on for who is signed in already. */
export function SiteHeader() {
  const isSignedIn = useSession((state) => state.user !== null);
  return (
    <header className={styles.header}>
      <Brand />
      <nav className={styles.actions} aria-label="Account">
        {isSignedIn ? (
          <ButtonLink to={PATHS.dashboard}>Dashboard</ButtonLink>
        ) : (
          <>
            <ButtonLink to={PATHS.auth}>Sign In</ButtonLink>
            <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary">
              Sign Up
            </ButtonLink>
          </>
        )}
      </nav>
    </header>
  );
}
