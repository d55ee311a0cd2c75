import { useState } from 'react';
import { create } from 'zustand';
import { mailNotice, MESSAGES, PATHS, retroCredentialsSchema, validate } from '@space/domain';
import { notify, session, useNavigate } from '@space/platform';
import { PixelSprite, useForm } from '@space/ui';
import { RetroFrame } from '../frame/RetroFrame.tsx';
import {
  PixelButton,
  PixelCard,
  PixelField,
  PixelLink,
  PixelNotice,
  PixelPasswordField,
} from '../parts/Pixel.tsx';
import { HEART } from '../sprites/icons.ts';
import { enterGame, type GameMode } from './enterGame.ts';
import styles from './RetroAuthPage.module.css';

/** The email address that this visitor has to verify first. Outside the page: the dashboard's guard sends the visitor back. */
const useAwaitedEmail = create<string | null>()(() => null);

/** Tells the visitor to verify the email address first, with a button that sends the mail again. */
function VerifyFirst({ email }: { email: string }) {
  const [isSending, setIsSending] = useState(false);

  const handleResend = async () => {
    setIsSending(true);
    const outcome = await session.getState().resendConfirmation(email);
    setIsSending(false);
    if (outcome.ok) notify.success(MESSAGES.links.resent);
    else notify.error(mailNotice(outcome.error, MESSAGES.links.resendFailed, navigator.onLine));
  };

  return (
    <PixelNotice>
      <div>
        <p>{MESSAGES.retro.verifyFirst}</p>
        <p>{email}</p>
      </div>
      <PixelButton isBusy={isSending} onClick={() => void handleResend()}>
        {MESSAGES.links.resend}
      </PixelButton>
    </PixelNotice>
  );
}

interface CredentialsFormProps {
  mode: GameMode;
  initialEmail: string;
  onSignedUp: () => void;
}

function CredentialsForm({ mode, initialEmail, onSignedUp }: CredentialsFormProps) {
  const [submittedMode, setSubmittedMode] = useState(mode);
  const navigate = useNavigate();
  const isNewGame = mode === 'new-game';
  const form = useForm({
    names: ['email', 'password'],
    check: (typed) => validate(retroCredentialsSchema, typed),
    async send(credentials) {
      setSubmittedMode(mode);
      const services = { session: session.getState(), awaitVerification: useAwaitedEmail.setState };
      const result = await enterGame(services, mode, credentials);
      // After a sign-in, the session guard redirects by itself.
      if (result.tone === 'success' && isNewGame) {
        onSignedUp();
        void navigate(PATHS.retroDashboard);
      }
      return result;
    },
  });
  const { answer, isBusy } = form;
  const isRefused = answer?.tone === 'error' && !answer.issues && submittedMode === mode;

  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit}>
      <PixelField
        {...form.field('email')}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={initialEmail}
      />
      <PixelPasswordField
        {...form.field('password')}
        label="Password"
        name="password"
        autoComplete={isNewGame ? 'new-password' : 'current-password'}
      />
      {isRefused && <p className={styles.refusal}>{answer.message}</p>}
      <PixelButton type="submit" look="primary" isBusy={isBusy}>
        {isNewGame ? '[ START ]' : '[ PLAY ]'}
      </PixelButton>
    </form>
  );
}

/** Sign-in and sign-up, presented as continuing a saved game and starting a new one. */
export function RetroAuthPage() {
  const [mode, setMode] = useState<GameMode>('continue');
  const awaitedEmail = useAwaitedEmail();
  const isNewGame = mode === 'new-game';
  return (
    <RetroFrame ways={<PixelLink to={PATHS.retro}>BACK</PixelLink>}>
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
