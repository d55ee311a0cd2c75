import { useRef, useState, type SubmitEvent } from 'react';
import { MESSAGES, failureReason, withReason } from '@space/domain';
import { notify, session } from '@space/platform';
import { Button, Dialog, Notice, TextField } from '@space/ui';
import styles from './DeleteAccountDialog.module.css';
import { CONFIRMING_WORD, isConfirmed } from './isConfirmed.ts';

interface DeleteAccountDialogProps {
  email: string | null;
  onClose: () => void;
}

const { confirmMismatch, deleteFailed, deleted } = MESSAGES.account;

/** The question before the account goes (rule own-data). Failures are told in here: the page behind it is out of reach. */
export function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isDeleting) return;
    setFailure(undefined);
    if (!isConfirmed(typed, email)) {
      setError(confirmMismatch);
      field.current?.focus();
      return;
    }
    setError(undefined);
    setIsDeleting(true);
    const outcome = await session.getState().deleteAccount();
    // Signed out by now: the guard leads to the landing page, and this dialog is gone.
    if (outcome.ok) return notify.success(deleted);
    setIsDeleting(false);
    setFailure(withReason(deleteFailed, failureReason(outcome.error, navigator.onLine)));
  };

  return (
    <Dialog title="Delete your account?" isBusy={isDeleting} onClose={onClose}>
      <p>
        This deletes the account <strong className={styles.email}>{email}</strong> with its profile and every
        task, at once. There is no undo. You may want to download your data first.
      </p>
      <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          ref={field}
          label={email === null ? `Type ${CONFIRMING_WORD} to confirm` : 'Type your email address to confirm'}
          type={email === null ? 'text' : 'email'}
          name="confirm-deletion"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={error}
          readOnly={isDeleting}
          onChange={(event) => setTyped(event.target.value)}
        />
        {failure !== undefined && (
          <Notice tone="danger" role="alert">
            <p>{failure}</p>
          </Notice>
        )}
        <div className={styles.actions}>
          <Button isBusy={isDeleting} onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" look="danger" isBusy={isDeleting}>
            {isDeleting ? 'Deleting…' : 'Delete account'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
