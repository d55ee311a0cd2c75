import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { MESSAGES } from '@space/domain';
import { notify } from '@space/platform';
import { Button, Notice, TextField } from '@space/ui';
import { requestMail } from './requestMail.ts';
import type { MailResult } from './requestMail.ts';
import styles from './LinkNoticePanel.module.css';

interface ResendFormProps {
  /** The address the old link named, where it did. */
  email: string | null;
}

/** Another confirmation mail in place of one whose link is no good (D-12). */
export function ResendForm({ email }: ResendFormProps) {
  const [result, setResult] = useState<MailResult | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const answer = await requestMail('confirmation', field.current?.value ?? '');
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
      aria-label={MESSAGES.links.resend}
    >
      <TextField
        ref={field}
        label="Send it again to"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={email ?? ''}
        readOnly={isBusy}
        error={result?.fieldError}
      />
      {result && !result.fieldError && (
        <Notice tone={result.tone === 'success' ? 'success' : 'danger'}>{result.message}</Notice>
      )}
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Loading...' : MESSAGES.links.resend}
      </Button>
    </form>
  );
}
