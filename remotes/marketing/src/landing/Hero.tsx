import { PATHS } from '@space/domain';
import { Link, SignedIn, SignedOut } from '@space/platform';
import { ButtonLink } from '@space/ui';
import { SIGN_UP_STATE } from '../frame/MarketingFrame.tsx';
import styles from './Hero.module.css';

function Orbits() {
  return (
    <div className={styles.sky} aria-hidden="true">
      <span className={styles.light} />
      {['near', 'middle', 'far'].map((orbit) => (
        <span key={orbit} className={styles.orbit}>
          <span className={styles.world} />
        </span>
      ))}
    </div>
  );
}

export function Hero() {
  return (
    <section className={styles.hero}>
      <Orbits />
      <h1 className={styles.title}>
        Tap into a <span className={styles.lit}>Better Space</span>
      </h1>
      <p className={styles.lead}>The simplest way to organize your week</p>
      <div className={styles.actions}>
        <SignedIn>
          <ButtonLink to={PATHS.dashboard} look="primary" size="l">
            Take Me to My Calendar
          </ButtonLink>
        </SignedIn>
        <SignedOut>
          <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary" size="l">
            Start for Free
          </ButtonLink>
        </SignedOut>
        <p className={styles.promise}>No credit card required • Free forever</p>
        <SignedOut>
          <Link to={PATHS.auth} className={styles.signIn}>
            Already have an account? Sign in
          </Link>
        </SignedOut>
      </div>
    </section>
  );
}
