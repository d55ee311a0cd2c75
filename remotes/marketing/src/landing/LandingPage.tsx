import { PATHS } from '@space/domain';
import { SignedOut } from '@space/platform';
import { ButtonLink, PixelSprite, ROCKET } from '@space/ui';
import { MarketingFrame, SIGN_UP_STATE } from '../frame/MarketingFrame.tsx';
import { Features, GoalsPreview } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { WeekPreview } from './WeekPreview.tsx';
import styles from './LandingPage.module.css';

function ClosingCall() {
  return (
    <SignedOut>
      <section className={styles.call} data-print="off" aria-labelledby="closing-call">
        <div className={styles.flight} aria-hidden="true">
          <PixelSprite frames={[ROCKET]} scale={5} />
        </div>
        <h2 id="closing-call" className={styles.title}>
          Ready for a better week?
        </h2>
        <p className={styles.text}>It takes an email address, a password and one task.</p>
        <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary" size="l">
          Get Started Free
        </ButtonLink>
      </section>
    </SignedOut>
  );
}

export function LandingPage() {
  return (
    <MarketingFrame>
      <Hero />
      <WeekPreview />
      <GoalsPreview />
      <Features />
      <ClosingCall />
    </MarketingFrame>
  );
}
