import { MESSAGES } from '@space/domain';
import { Button, EmailField } from '@space/ui';
import { FormNotice } from './FormNotice.tsx';
import { useMailRequest } from './useMailRequest.ts';
import styles from './LinkNoticePanel.module.css';

interface ResendFormProps {
  /** The address in the old link, if it had one. */
  email: string | null;
}

/** Requests another confirmation mail after an invalid link (rule mail-links). */
export function ResendForm({ email }: ResendFormProps) {
  const form = useMailRequest('confirmation');
  return (
    <form className={styles.form} onSubmit={form.handleSubmit} noValidate aria-label={MESSAGES.links.resend}>
      <EmailField {...form.field('email')} label="Send it again to" defaultValue={email ?? ''} />
      <FormNotice answer={form.answer} />
      <Button type="submit" isBusy={form.isBusy}>
        {form.isBusy ? 'Loading...' : MESSAGES.links.resend}
      </Button>
    </form>
  );
}
