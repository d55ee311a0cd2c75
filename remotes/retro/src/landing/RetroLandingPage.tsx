import { PATHS, weekDays, weekStartOf, weekdayName, type DayKey } from '@space/domain';
import { SignedIn, SignedOut, useKnownToday, useMotion } from '@space/platform';
import { PixelSprite } from '@space/ui';
import { RetroFrame } from '../frame/RetroFrame.tsx';
import { PixelCard, PixelLink } from '../parts/Pixel.tsx';
import { COIN } from '../sprites/scenery.ts';
import { CURSOR } from '../sprites/icons.ts';
import styles from './RetroLandingPage.module.css';

function stageOf(today: DayKey): string {
  return `Stage ${weekDays(weekStartOf(today)).indexOf(today) + 1}: ${weekdayName(today)}`;
}

/** The title screen. Its button depends on whether the visitor is signed in. */
export function RetroLandingPage() {
  const { isStill } = useMotion();
  const today = useKnownToday();
  return (
    <RetroFrame isTravelling>
      <div className={styles.screen}>
        <h1 className={styles.heading}>
          <span className={styles.logo}>Better Space</span>
          <span className={styles.tagline}>Your week is the game</span>
        </h1>
        <div className={styles.menu}>
          <div className={styles.start}>
            <SignedIn>
              <PixelLink to={PATHS.retroDashboard} look="primary">
                [ CONTINUE GAME ]
              </PixelLink>
            </SignedIn>
            <SignedOut>
              <PixelLink to={PATHS.retroAuth} look="primary">
                [ PRESS START ]
              </PixelLink>
            </SignedOut>
            {/* Does not blink without motion: paused between two blinks, it would be hidden. */}
            <span className={styles.cursor} data-blinking={!isStill || undefined}>
              <PixelSprite frames={[CURSOR]} scale={4} />
            </span>
          </div>
          <div className={styles.ways}>
            <PixelLink to={PATHS.retroPricing}>PRICING</PixelLink>
            <PixelLink to={PATHS.home}>NORMAL MODE</PixelLink>
          </div>
        </div>
        <PixelCard className={styles.story}>
          {/* A prerendered page does not know the day. */}
          <p className={styles.stage}>{today === null ? 'Stage' : stageOf(today)}</p>
          <p>The same tasks and the same seven days, the way they would have looked on a television.</p>
          <p>Retro mode is for looking. Tasks are changed in normal mode.</p>
        </PixelCard>
      </div>
      <p className={styles.coins}>
        <PixelSprite frames={[COIN]} scale={2} />
        No coins needed • Free forever
      </p>
    </RetroFrame>
  );
}
