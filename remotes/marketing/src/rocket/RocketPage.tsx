import { PATHS } from '@space/domain';
import { Button, ButtonLink, PixelSprite, ROCKET, ROCKET_LOW } from '@space/ui';
import { MarketingFrame } from '../frame/MarketingFrame.tsx';
import { useLaunch } from './launch.ts';
import { MOON, PAD, ROCKET_COLD, SMOKE, TOWER } from './padSprites.ts';
import styles from './RocketPage.module.css';

function LaunchScene({ phase, isStill }: { phase: string; isStill: boolean }) {
  const isBurning = phase === 'flight' || phase === 'landing';
  return (
    <div
      className={styles.scene}
      data-print="off"
      data-phase={phase}
      data-still={isStill || undefined}
      aria-hidden="true"
    >
      <PixelSprite frames={[MOON]} scale={6} className={styles.moon} />
      <div className={styles.rocket}>
        <PixelSprite
          frames={isBurning ? [ROCKET, ROCKET_LOW] : [ROCKET_COLD]}
          scale={6}
          outline="currentColor"
        />
      </div>
      <PixelSprite frames={[TOWER]} scale={6} className={styles.tower} />
      <PixelSprite frames={[PAD]} scale={6} className={styles.pad} />
      <PixelSprite frames={[SMOKE]} scale={7} className={styles.smoke} />
      <PixelSprite frames={[SMOKE]} scale={7} className={styles.smoke} />
    </div>
  );
}

const ACTIONS = {
  ready: 'Launch',
  count: 'Stop the countdown',
  flight: 'In flight',
  orbit: 'Land again',
  landing: 'Landing',
} as const;

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
