import { Button, Dialog, DialogActions } from '@space/ui';

/** An action that invalidates the address in use. */
export type Ending = 'renew' | 'withdraw';

const WORDS = {
  renew: {
    title: 'Renew the address?',
    text: 'The old address stops at once. Calendars that use it need the new one.',
    confirm: 'Renew',
  },
  withdraw: {
    title: 'Withdraw the address?',
    text: 'It stops at once. Calendars that use it show your tasks no longer, or as they were.',
    confirm: 'Withdraw',
  },
} as const satisfies Record<Ending, object>;

interface EndAddressDialogProps {
  ending: Ending;
  onClose: () => void;
  onConfirm: () => void;
}

export function EndAddressDialog({ ending, onClose, onConfirm }: EndAddressDialogProps) {
  const { title, text, confirm } = WORDS[ending];
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
