import { useId, useState } from 'react';
import { MESSAGES, failureReason, newPasswordSchema, validate, withReason } from '@space/domain';
import { notify, session } from '@space/platform';
import {
  Button,
  Card,
  Icon,
  NewPasswordFields,
  QuestionDialog,
  VisuallyHidden,
  useNewPassword,
} from '@space/ui';
import styles from '../settings.module.css';

const { tooShort, needsUppercase, needsLowercase, needsNumber } = MESSAGES.password;

/** The requirements of a new password, by the message of the form's schema. */
const RULES = [
  { message: tooShort, label: 'At least 8 characters' },
  { message: needsUppercase, label: 'An uppercase letter' },
  { message: needsLowercase, label: 'A lowercase letter' },
  { message: needsNumber, label: 'A number' },
];

/** Changes the password. Its requirements are ticked off while the user types; errors appear only on submit. */
export function PasswordCard({ email }: { email: string | null }) {
  const id = useId();
  const form = useNewPassword('changePassword');
  const [password, setPassword] = useState('');
  const checked = validate(newPasswordSchema, { password, confirm: password });
  const broken = checked.ok ? [] : checked.issues.map((issue) => issue.message);
  const rules = (
    <div id={id}>
      {/* Not the `aria-label` of the list: a description would read the label instead of the items. */}
      <VisuallyHidden>A new password needs:</VisuallyHidden>
      <ul className={`${styles.pairs} ${styles.small} ${styles.rules}`}>
        {RULES.map(({ message, label }) => {
          const isMet = password !== '' && !broken.includes(message);
          return (
            <li key={label} data-met={isMet || undefined}>
              <Icon name={isMet ? 'check' : 'circle'} size={16} />
              <VisuallyHidden>{isMet ? 'Done:' : 'Not yet:'}</VisuallyHidden> {label}
            </li>
          );
        })}
      </ul>
    </div>
  );

  return (
    <Card title="Change Password" text="Your other devices are signed out when it changes.">
      <form className={styles.form} noValidate onSubmit={form.handleSubmit} onReset={() => setPassword('')}>
        <NewPasswordFields
          form={form}
          email={email}
          rules={{ id, content: rules }}
          onPasswordChange={setPassword}
        />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          Change Password
        </Button>
      </form>
    </Card>
  );
}

const { confirmMismatch, deleteFailed, deleted } = MESSAGES.account;

async function deleteAccount(): Promise<string | undefined> {
  const outcome = await session.getState().deleteAccount();
  if (!outcome.ok) return withReason(deleteFailed, failureReason(outcome.error, navigator.onLine));
  // The user is signed out now: the guard redirects to the landing page, and the dialog is gone.
  notify.success(deleted);
  return undefined;
}

export function DeleteAccountCard({ email }: { email: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  const expected = (email ?? 'DELETE').toLowerCase();
  return (
    <Card
      tone="danger"
      title="Delete account"
      text="This deletes your account, your profile and every task. There is no undo."
    >
      <Button look="danger" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="trash" />
        Delete account…
      </Button>
      {isOpen && (
        <QuestionDialog
          title="Delete your account?"
          field={{
            label: email === null ? 'Type DELETE to confirm' : 'Type your email address to confirm',
            type: email === null ? 'text' : 'email',
            name: 'confirm-deletion',
            autoCapitalize: 'none',
            spellCheck: false,
          }}
          check={(typed) => (typed.trim().toLowerCase() === expected ? undefined : confirmMismatch)}
          send={deleteAccount}
          words={['Keep my account', 'Delete account', 'Deleting…']}
          onClose={() => setIsOpen(false)}
        >
          <p>
            This deletes the account <strong>{email}</strong> with its profile and every task, at once. There
            is no undo. You may want to download your data first.
          </p>
        </QuestionDialog>
      )}
    </Card>
  );
}
