import { PATHS } from '@space/domain';
import { Button, ButtonLink } from '@space/ui';
import { MarketingFrame } from '../frame/MarketingFrame.tsx';
import { LaunchScene } from './LaunchScene.tsx';
import styles from './RocketPage.module.css';
import { useLaunch } from './useLaunch.ts';

/** The label of the button in each phase. It is busy during flight and landing. */
const ACTIONS = {
  ready: 'Launch',
  count: 'Stop the countdown',
  flight: 'In flight',
  orbit: 'Land again',
  landing: 'Landing',
} as const;

/** The hidden page behind the faint link in the footer. */
export function RocketPage() {
  const { step, isStill, isMoving, press } = useLaunch();
  return (
    <MarketingFrame>
      <div className={styles.page}>
        <div className={styles.words}>
          <h1>You found the rocket</h1>
          <p className={styles.lead}>
            Few visitors come out this far. There is nothing to tick off here, only a countdown and a good
            view of the stars.
          </p>
          <div className={styles.board} data-phase={step.phase}>
            <p className={styles.display} aria-hidden="true">
              <span>{step.phase === 'count' ? 'T minus' : 'Altitude'}</span>
              <span>{step.display}</span>
            </p>
            <p className={styles.status} role="status">
              {step.text}
            </p>
          </div>
          <div className={styles.actions}>
            <Button look="primary" className={styles.launch} isBusy={isMoving} onClick={press}>
              {ACTIONS[step.phase]}
            </Button>
            <ButtonLink to={PATHS.home}>Back to Home</ButtonLink>
          </div>
        </div>
        <LaunchScene phase={step.phase} isStill={isStill} />
      </div>
    </MarketingFrame>
  );
}
