import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { notify } from '@space/platform';
import { Button, Notice, TextField } from '@space/ui';
import { LinkButton } from './LinkButton.tsx';
import { requestMail } from './requestMail.ts';
import type { MailResult } from './requestMail.ts';
import styles from './AuthForm.module.css';

interface ResetRequestFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  onBack: () => void;
}

/** Asks for a mail to a new password (D-13). The answer is the same for every address. */
export function ResetRequestForm({ email, onEmailChange, onBack }: ResetRequestFormProps) {
  const [result, setResult] = useState<MailResult | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const answer = await requestMail('recovery', email);
    setIsBusy(false);
    setResult(answer);
    notify[answer.tone](answer.message);
    if (answer.fieldError) field.current?.focus();
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void handleSubmit(event)}
      noValidate
      aria-label="Reset your password"
    >
      <TextField
        ref={field}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
        readOnly={isBusy}
        error={result?.fieldError}
      />
      {result && !result.fieldError && (
        <Notice tone={result.tone === 'success' ? 'success' : 'danger'}>{result.message}</Notice>
      )}
      <Button type="submit" look="primary" isBusy={isBusy} className={styles.submit}>
        {isBusy ? 'Loading...' : 'Email me a link'}
      </Button>
      <p className={styles.after}>
        <LinkButton onClick={onBack}>Back to Sign In</LinkButton>
      </p>
    </form>
  );
}
