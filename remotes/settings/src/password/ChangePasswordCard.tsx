import { useId, useState } from 'react';
import { Card, NewPasswordFields, useNewPassword } from '@space/ui';
import { CardForm } from '../parts/CardForm.tsx';
import { PasswordRules } from './PasswordRules.tsx';

interface ChangePasswordCardProps {
  email: string | null;
}

export function ChangePasswordCard({ email }: ChangePasswordCardProps) {
  const id = useId();
  const form = useNewPassword('changePassword');
  const [password, setPassword] = useState('');
  return (
    <Card title="Change Password" text="Your other devices are signed out when it changes.">
      <CardForm
        submitLabel="Change Password"
        isBusy={form.isBusy}
        onSubmit={form.handleSubmit}
        onReset={() => setPassword('')}
      >
        <NewPasswordFields
          form={form}
          email={email}
          rules={{ id, content: <PasswordRules id={id} password={password} /> }}
          onPasswordChange={setPassword}
        />
      </CardForm>
    </Card>
  );
}
