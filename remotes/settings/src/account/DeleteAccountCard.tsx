import { useState } from 'react';
import { MESSAGES, failureReason, withReason } from '@space/domain';
import { notify, session } from '@space/platform';
import { Button, Card, Icon, QuestionDialog } from '@space/ui';

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
