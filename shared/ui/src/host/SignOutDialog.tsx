import { MESSAGES } from '@space/domain';
import { Button } from '../button/Button.tsx';
import { Dialog, DialogActions } from '../dialog/Dialog.tsx';

const messages = MESSAGES.signOut;

export function SignOutDialog({ unsent, onAnswer }: { unsent: number; onAnswer: (leaves: boolean) => void }) {
  return (
    <Dialog title={messages.unsent(unsent)} onClose={() => onAnswer(false)}>
      <p>{messages.consequence}</p>
      <DialogActions>
        <Button onClick={() => onAnswer(false)}>{messages.stay}</Button>
        <Button look="danger" onClick={() => onAnswer(true)}>
          {messages.leave}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
