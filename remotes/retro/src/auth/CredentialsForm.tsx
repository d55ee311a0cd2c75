import { useState } from 'react';
import { PATHS, retroCredentialsSchema, validate } from '@space/domain';
import { session, useNavigate } from '@space/platform';
import { useForm } from '@space/ui';
import { PixelButton } from '../parts/PixelButton.tsx';
import { PixelField } from '../parts/PixelField.tsx';
import { PixelPasswordField } from '../parts/PixelPasswordField.tsx';
import styles from './CredentialsForm.module.css';
import { enterGame, type GameMode } from './enterGame.ts';
import { awaitVerification } from './verification.ts';

interface CredentialsFormProps {
  mode: GameMode;
  initialEmail: string;
  onSignedUp: () => void;
}

export function CredentialsForm({ mode, initialEmail, onSignedUp }: CredentialsFormProps) {
  const [submittedMode, setSubmittedMode] = useState(mode);
  const navigate = useNavigate();
  const isNewGame = mode === 'new-game';
  const form = useForm({
    names: ['email', 'password'],
    check: (typed) => validate(retroCredentialsSchema, typed),
    async send(credentials) {
      setSubmittedMode(mode);
      const result = await enterGame({ session: session.getState(), awaitVerification }, mode, credentials);
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
