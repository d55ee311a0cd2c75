import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { PATHS, retroCredentialsSchema, validate } from '@space/domain';
import type { ValidationIssue } from '@space/domain';
import { notify, session, useNavigate } from '@space/platform';
import { fieldError } from '@space/ui';
import { PixelButton } from '../parts/PixelButton.tsx';
import { PixelField } from '../parts/PixelField.tsx';
import { PixelPasswordField } from '../parts/PixelPasswordField.tsx';
import styles from './CredentialsForm.module.css';
import { enterGame } from './enterGame.ts';
import type { GameMode } from './enterGame.ts';
import { awaitVerification } from './verification.ts';

interface CredentialsFormProps {
  mode: GameMode;
  initialEmail: string;
  onSignedUp: () => void;
}

export function CredentialsForm({ mode, initialEmail, onSignedUp }: CredentialsFormProps) {
  const [typed, setTyped] = useState({ email: initialEmail, password: '' });
  const [issues, setIssues] = useState<readonly ValidationIssue[]>([]);
  const [refusal, setRefusal] = useState<{ mode: GameMode; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const isNewGame = mode === 'new-game';

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setRefusal(null);
    const checked = validate(retroCredentialsSchema, typed);
    setIssues(checked.ok ? [] : checked.issues);
    if (!checked.ok) {
      notify.error(checked.message);
      (checked.issues[0]?.path === 'password' ? password : email).current?.focus();
      return;
    }
    setIsBusy(true);
    const services = { session: session.getState(), notify, awaitVerification };
    const entry = await enterGame(services, mode, checked.value);
    setIsBusy(false);
    if (!entry.ok) setRefusal({ mode, message: entry.message });
    // After signing in the session's guard leads on by itself.
    if (!entry.ok || !isNewGame) return;
    onSignedUp();
    await navigate(PATHS.retroDashboard);
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(event)}>
      <PixelField
        ref={email}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.email}
        error={fieldError(issues, 'email')}
        readOnly={isBusy}
        onChange={(event) => setTyped({ ...typed, email: event.target.value })}
      />
      <PixelPasswordField
        ref={password}
        label="Password"
        name="password"
        autoComplete={isNewGame ? 'new-password' : 'current-password'}
        value={typed.password}
        error={fieldError(issues, 'password')}
        readOnly={isBusy}
        onChange={(event) => setTyped({ ...typed, password: event.target.value })}
      />
      {refusal?.mode === mode && <p className={styles.refusal}>{refusal.message}</p>}
      <PixelButton type="submit" look="primary" isBusy={isBusy}>
        {isNewGame ? '[ START ]' : '[ PLAY ]'}
      </PixelButton>
    </form>
  );
}
