import { PATHS } from '@space/domain';
import { Link, useSession } from '@space/platform';
import { ButtonLink } from '@space/ui';
import { SIGN_UP_STATE } from '../frame/signUpState.ts';
import styles from './Hero.module.css';
import { Orbits } from './Orbits.tsx';

/** The first screen: what this is, and the one next step for this visitor. */
export function Hero() {
  const isSignedIn = useSession((state) => state.user !== null);
  return (
    <section className={styles.hero}>
      <Orbits />
      <h1 className={styles.title}>
        Tap into a <span className={styles.lit}>Better Space</span>
      </h1>
      <p className={styles.lead}>The simplest way to organize your week</p>
      <div className={styles.actions}>
        {isSignedIn ? (
          <ButtonLink to={PATHS.dashboard} look="primary" size="l">
            Take Me to My Calendar
          </ButtonLink>
        ) : (
          <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary" size="l">
            Start for Free
          </ButtonLink>
        )}
        <p className={styles.promise}>No credit card required • Free forever</p>
        {!isSignedIn && (
          <Link to={PATHS.auth} className={styles.signIn}>
            Already have an account? Sign in
          </Link>
        )}
      </div>
    </section>
  );
}
