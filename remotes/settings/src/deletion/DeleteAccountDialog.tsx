import { MESSAGES, failureReason, withReason } from '@space/domain';
import { notify, session } from '@space/platform';
import { QuestionDialog } from '@space/ui';
import styles from './DeleteAccountDialog.module.css';
import { CONFIRMATION_WORD, isConfirmed } from './isConfirmed.ts';

interface DeleteAccountDialogProps {
  email: string | null;
  onClose: () => void;
}

const { confirmMismatch, deleteFailed, deleted } = MESSAGES.account;

async function deleteAccount(): Promise<string | undefined> {
  const outcome = await session.getState().deleteAccount();
  if (!outcome.ok) return withReason(deleteFailed, failureReason(outcome.error, navigator.onLine));
  // The user is signed out now: the guard redirects to the landing page, and the dialog is gone.
  notify.success(deleted);
  return undefined;
}

/** Asks for confirmation before the account is deleted (rule own-data). */
export function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  return (
    <QuestionDialog
      title="Delete your account?"
      field={{
        label: email === null ? `Type ${CONFIRMATION_WORD} to confirm` : 'Type your email address to confirm',
        type: email === null ? 'text' : 'email',
        name: 'confirm-deletion',
        autoCapitalize: 'none',
        spellCheck: false,
      }}
      check={(typed) => (isConfirmed(typed, email) ? undefined : confirmMismatch)}
      send={deleteAccount}
      words={['Keep my account', 'Delete account', 'Deleting…']}
      onClose={onClose}
    >
      <p>
        This deletes the account <strong className={styles.email}>{email}</strong> with its profile and every
        task, at once. There is no undo. You may want to download your data first.
      </p>
    </QuestionDialog>
  );
}
