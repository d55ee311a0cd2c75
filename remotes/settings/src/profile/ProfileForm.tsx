import { useEffect, useEffectEvent, useState } from 'react';
import { displayNameSchema, validate, type Profile } from '@space/domain';
import { TextField, useForm } from '@space/ui';
import { CardForm } from '../parts/CardForm.tsx';
import { useProfile } from './useProfile.ts';

interface ProfileFormProps {
  profile: Profile;
  /** The form replaces a Retry button, and takes the focus if that button had it. */
  isAfterRetry: boolean;
}

export function ProfileForm({ profile, isAfterRetry }: ProfileFormProps) {
  const save = useProfile((state) => state.save);
  const isSaving = useProfile((state) => state.isSaving);
  // Null until the user types: the field shows the saved name, even if another device changes it.
  const [draft, setDraft] = useState<string | null>(null);
  const form = useForm({
    names: ['name'],
    check: ({ name }) => validate(displayNameSchema, name),
    async send(name) {
      if (await save(profile.id, name)) setDraft(null);
      return null; // the store shows the notice, even if the page has been left
    },
  });

  const takeFocus = useEffectEvent(() => form.focus('name'));
  useEffect(() => {
    if (isAfterRetry && document.activeElement === document.body) takeFocus();
  }, [isAfterRetry]);

  return (
    <CardForm submitLabel="Save Profile" isBusy={isSaving} onSubmit={form.handleSubmit}>
      <TextField
        {...form.field('name')}
        label="Display Name"
        name="display-name"
        autoComplete="nickname"
        value={draft ?? profile.display_name ?? ''}
        readOnly={isSaving}
        onChange={(event) => setDraft(event.target.value)}
      />
    </CardForm>
  );
}
