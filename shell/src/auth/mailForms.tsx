import type { ComponentProps } from 'react';
import { MESSAGES, PATHS, emailRequestSchema, mailNotice, validate } from '@space/domain';
import { session, useSession } from '@space/platform';
import { Button, EmailField, NewPasswordFields, Notice, useForm, useNewPassword } from '@space/ui';
import styles from './Auth.module.css';
import { AuthForm, FormNotice, LinkButton } from './parts.tsx';

// The forms that follow a mail: requesting one, what its link led to, and the new password.

const { links, password } = MESSAGES;

const SENT = { confirmation: links.resent, recovery: password.resetSent };
const FAILED = { confirmation: links.resendFailed, recovery: password.resetFailed };

/** The form that requests a mail. An error is shown in our own words, a waiting time in the server's. */
function useMailRequest(kind: 'confirmation' | 'recovery') {
  return useForm({
    names: ['email'],
    check: (typed) => validate(emailRequestSchema, typed),
    async send({ email }) {
      const { requestPasswordReset, resendConfirmation } = session.getState();
      const outcome =
        kind === 'recovery'
          ? await requestPasswordReset(email, location.origin + PATHS.auth)
          : await resendConfirmation(email, location.origin + PATHS.dashboard);
      if (outcome.ok) return { tone: 'success', message: SENT[kind] };
      return { tone: 'error', message: mailNotice(outcome.error, FAILED[kind], navigator.onLine) };
    },
  });
}

/** Requests another confirmation mail after an invalid link. Takes the address in that link, if it had one. */
function ResendForm({ email }: { email: string | null }) {
  const form = useMailRequest('confirmation');
  return (
    <form
      className={styles.resend}
      onSubmit={form.handleSubmit}
      noValidate
      aria-label={MESSAGES.links.resend}
    >
      <EmailField {...form.field('email')} label="Send it again to" defaultValue={email ?? ''} />
      <FormNotice answer={form.answer} />
      <Button type="submit" isBusy={form.isBusy}>
        {form.isBusy ? 'Loading...' : MESSAGES.links.resend}
      </Button>
    </form>
  );
}

/** The result of a mail link that did not sign the visitor in, and how to continue */
export function LinkNoticePanel() {
  const notice = useSession((state) => state.linkNotice);
  if (!notice) return null;
  return (
    <section className={styles.form} aria-label="About your link">
      <Notice
        tone={notice.kind === 'confirmed' ? 'success' : 'danger'}
        role="status"
        {...(notice.kind === 'unreachable' && {
          actions: (
            <Button onClick={() => void session.getState().redeemLink(notice.link)}>
              {MESSAGES.remotes.retry}
            </Button>
          ),
        })}
      >
        {notice.message}
      </Notice>
      {notice.kind === 'invalid-link' && notice.resend === 'confirmation' && (
        <ResendForm email={notice.email} />
      )}
    </section>
  );
}

/** What controls a field for the email: its value outlives each form. */
export type EmailProps = Required<Pick<ComponentProps<typeof EmailField>, 'value' | 'onChange'>>;

/** Requests a mail with a recovery link. */
export function ResetRequestForm({ email, onBack }: { email: EmailProps; onBack: () => void }) {
  const form = useMailRequest('recovery');
  return (
    <AuthForm
      form={form}
      first="email"
      label="Reset your password"
      submit="Email me a link"
      after={<LinkButton onClick={onBack}>Back to Sign In</LinkButton>}
    >
      <EmailField {...form.field('email')} {...email} label="Email" />
      <FormNotice answer={form.answer} />
    </AuthForm>
  );
}

/** Sets the new password of an account whose user has opened a recovery link, with the checks of the settings' form. */
export function NewPasswordForm({ email, onCancel }: { email: string | null; onCancel: () => void }) {
  const form = useNewPassword('finishRecovery');
  return (
    <AuthForm
      form={form}
      first="password"
      label="Choose a new password"
      submit="Change Password"
      after={<LinkButton onClick={onCancel}>Cancel</LinkButton>}
    >
      <NewPasswordFields
        form={form}
        email={email}
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
      />
    </AuthForm>
  );
}
