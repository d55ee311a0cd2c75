import { useEffect, useRef, useState } from 'react';
import { displayNameSchema, validate } from '@space/domain';
import type { Profile } from '@space/domain';
import { notify } from '@space/platform';
import { TextField, fieldError } from '@space/ui';
import { CardForm } from '../parts/CardForm.tsx';
import { useProfile } from './useProfile.ts';

interface ProfileFormProps {
  profile: Profile;
  /** The form takes the place of a Retry button and, where that had it, its focus. */
  isAfterRetry: boolean;
}

export function ProfileForm({ profile, isAfterRetry }: ProfileFormProps) {
  const save = useProfile((state) => state.save);
  const isSaving = useProfile((state) => state.isSaving);
  // Null until something is typed: the field then shows what is saved, also when that changes behind the page.
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const name = draft ?? profile.display_name ?? '';

  useEffect(() => {
    if (isAfterRetry && document.activeElement === document.body) field.current?.focus();
  }, [isAfterRetry]);

  const handleSubmit = async () => {
    const checked = validate(displayNameSchema, name);
    setError(checked.ok ? undefined : fieldError(checked.issues, ''));
    if (!checked.ok) {
      notify.error(checked.message);
      field.current?.focus();
      return;
    }
    if (await save(profile.id, checked.value)) setDraft(null);
  };

  return (
    <CardForm submitLabel="Save Profile" isBusy={isSaving} onSubmit={() => void handleSubmit()}>
      <TextField
        ref={field}
        label="Display Name"
        name="display-name"
        autoComplete="nickname"
        value={name}
        error={error}
        readOnly={isSaving}
        onChange={(event) => setDraft(event.target.value)}
      />
    </CardForm>
  );
}
