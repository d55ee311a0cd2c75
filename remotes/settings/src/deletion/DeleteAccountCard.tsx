import { useState } from 'react';
import { Button, Card, Icon } from '@space/ui';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';

interface DeleteAccountCardProps {
  email: string | null;
}

export function DeleteAccountCard({ email }: DeleteAccountCardProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <Card
      tone="danger"
      title="Delete account"
      text="This deletes your account, your profile and every task. There is no undo."
    >
      <Button look="danger" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        <Icon name="trash" />
        Delete account…
      </Button>
      {isDialogOpen && <DeleteAccountDialog email={email} onClose={() => setIsDialogOpen(false)} />}
    </Card>
  );
}
