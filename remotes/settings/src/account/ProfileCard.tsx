import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MESSAGES, displayNameSchema, validate } from '@space/domain';
import { Button, Card, LoadFailure, Skeleton, TextField, useForm } from '@space/ui';
import styles from '../settings.module.css';
import { loadProfile, saveName, useProfile } from './profileStore.ts';

export function ProfileCard({ userId }: { userId: string }) {
  const { profile, isLoading, hasFailed, isSaving } = useProfile();
  // Null until the user types: the field shows the saved name, even if another device changes it.
  const [draft, setDraft] = useState<string | null>(null);
  const form = useForm({
    names: ['name'],
    check: ({ name }) => validate(displayNameSchema, name),
    async send(name) {
      if (await saveName(userId, name)) setDraft(null);
      return null; // `saveName` shows the notice, even if the page has been left
    },
  });

  // The form replaces a Retry button, and takes the focus if that button had it.
  const hasRetried = useRef(false);
  const isLoaded = profile !== null;
  const takeFocus = useEffectEvent(() => form.focus('name'));
  useEffect(() => {
    if (hasRetried.current && document.activeElement === document.body) takeFocus();
  }, [isLoaded]);

  const handleRetry = () => {
    hasRetried.current = true;
    void loadProfile(userId);
  };

  return (
    <Card title="Profile Information" text="How Better Space greets you." isBusy={isLoading}>
      <div className={styles.profile}>
        {profile && (
          <form className={styles.form} noValidate onSubmit={form.handleSubmit}>
            <TextField
              {...form.field('name')}
              label="Display Name"
              name="display-name"
              autoComplete="nickname"
              value={draft ?? profile.display_name ?? ''}
              readOnly={isSaving}
              onChange={(event) => setDraft(event.target.value)}
            />
            <Button type="submit" look="primary" isBusy={isSaving}>
              Save Profile
            </Button>
          </form>
        )}
        {!profile && hasFailed && (
          <LoadFailure message={MESSAGES.profile.loadFailed} isRetrying={isLoading} onRetry={handleRetry} />
        )}
        {!profile && !hasFailed && <Skeleton lines={3} />}
      </div>
    </Card>
  );
}
