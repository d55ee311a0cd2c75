import { useState } from 'react';
import { PATHS } from '@space/domain';
import { PixelSprite } from '@space/ui';
import { RetroFrame } from '../frame/RetroFrame.tsx';
import { RetroHeader } from '../frame/RetroHeader.tsx';
import { PixelCard } from '../parts/PixelCard.tsx';
import { PixelLink } from '../parts/PixelLink.tsx';
import { HEART } from '../sprites/icons.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import type { GameMode } from './enterGame.ts';
import styles from './RetroAuthPage.module.css';
import { VerifyFirst } from './VerifyFirst.tsx';
import { useAwaitedEmail } from './verification.ts';

/** Sign-in and sign-up, presented as continuing a saved game and starting a new one (rule retro-auth). */
export function RetroAuthPage() {
  const [mode, setMode] = useState<GameMode>('continue');
  const awaitedEmail = useAwaitedEmail();
  const isNewGame = mode === 'new-game';
  const header = (
    <RetroHeader>
      <PixelLink to={PATHS.retro}>BACK</PixelLink>
    </RetroHeader>
  );
  return (
    <RetroFrame header={header}>
      <div className={styles.screen}>
        <h1 className={styles.title}>{isNewGame ? '[ NEW GAME ]' : '[ CONTINUE ]'}</h1>
        {awaitedEmail && <VerifyFirst email={awaitedEmail} />}
        <PixelCard>
          <div className={styles.player} aria-hidden="true">
            <span>PLAYER 1</span>
            <span className={styles.lives}>
              <PixelSprite frames={[HEART]} scale={2} />
              <PixelSprite frames={[HEART]} scale={2} />
              <PixelSprite frames={[HEART]} scale={2} />
            </span>
          </div>
          <CredentialsForm
            mode={mode}
            initialEmail={awaitedEmail ?? ''}
            onSignedUp={() => setMode('continue')}
          />
          <button
            type="button"
            className={styles.toggle}
            onClick={() => setMode(isNewGame ? 'continue' : 'new-game')}
          >
            {isNewGame ? 'Already have a game? Continue' : 'No game yet? Start a new one'}
          </button>
        </PixelCard>
      </div>
    </RetroFrame>
  );
}
