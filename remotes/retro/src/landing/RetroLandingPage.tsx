import { PATHS } from '@space/domain';
import { useSession } from '@space/platform';
import { RetroFrame } from '../frame/RetroFrame.tsx';
import { RetroHeader } from '../frame/RetroHeader.tsx';
import { PixelLink } from '../parts/PixelLink.tsx';
import styles from './RetroLandingPage.module.css';

export function RetroLandingPage() {
  const isSignedIn = useSession((state) => state.user !== null);
  const header = (
    <RetroHeader>
      <PixelLink to={PATHS.retroPricing}>PRICING</PixelLink>
      <PixelLink to={PATHS.home}>NORMAL MODE</PixelLink>
    </RetroHeader>
  );
  return (
    <RetroFrame header={header}>
      <div className={styles.title}>
        <p className={styles.stage}>Stage 1: Monday</p>
        <h1>Your week is the game</h1>
        <p>The same tasks and the same seven days, the way they would have looked on a television.</p>
        {isSignedIn ? (
          <PixelLink to={PATHS.retroDashboard} look="primary">
            [ CONTINUE GAME ]
          </PixelLink>
        ) : (
          <PixelLink to={PATHS.retroAuth} look="primary">
            [ PRESS START ]
          </PixelLink>
        )}
        <p className={styles.rule}>Retro mode is for looking. Tasks are changed in normal mode.</p>
      </div>
    </RetroFrame>
  );
}
