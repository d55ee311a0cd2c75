import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MESSAGES, displayNameSchema, validate, wholeDaysBetween } from '@space/domain';
import { Badge, Button, Card, LoadFailure, Skeleton, TextField, useForm } from '@space/ui';
import styles from '../settings.module.css';
import { loadProfile, saveName, useProfile } from './profileStore.ts';

export function ProfileHead({ email }: { email: string | null }) {
  const { profile, loadedAt, isLoading } = useProfile();
  const name = profile?.display_name;
  const at = email?.lastIndexOf('@') ?? -1;
  const days = profile && wholeDaysBetween(profile.created_at, loadedAt);
  return (
    <Card className={styles.head} label="Your profile">
      <Avatar name={name ?? email ?? ''} />
      <div className={styles.who}>
        <div className={`${styles.name} ${profile && !name ? styles.muted : ''}`} dir="auto">
          {!profile && isLoading ? (
            <Skeleton lines={1} />
          ) : (
            (name ?? (profile ? 'No name yet' : 'Your account'))
          )}
        </div>
        {/* Breaks before the @ rather than inside a word. The line is kept even without an email address. */}
        <p className={`${styles.email} ${styles.muted}`}>
          {email?.slice(0, at)}
          <wbr />
          {email?.slice(at)}
        </p>
      </div>
      <ul className={styles.badges} aria-label="Badges">
        <li>
          <Badge icon="planet">Member</Badge>
        </li>
        <li className={styles.age} aria-hidden={days === null}>
          <Badge icon="calendar">{days === 1 ? '1 day' : `${days ?? '…'} days`}</Badge>
        </li>
        <li>
          <Badge icon="target">Goals</Badge>
        </li>
        <li>
          <Badge icon="trophy" tone="star">
            Achiever
          </Badge>
        </li>
      </ul>
    </Card>
  );
}

/** A planet with the first letter or number of a name, in any script. Decorative: the name is beside it. */
function Avatar({ name }: { name: string }) {
  const initial = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0].toLocaleUpperCase() ?? '';
  return (
    <svg className={styles.avatar} viewBox="6 13 84 68" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--color-star)" strokeLinecap="round" strokeWidth="3.5">
        <path d="M14.500 63.500C4.500 70.500 8 75.500 26 70M14.500 63.500C20 59.700 26 56.500 33 52.500" />
        <circle cx="48" cy="48" r="30" stroke="none" fill="var(--color-accent)" />
        <path
          d="M48 18a30 30 0 0 1 0 60 30 30 0 0 1-21.500-9.100C52 69 70 54 66 24.100A29.900 29.900 0 0 0 48 18z"
          stroke="none"
          fill="color-mix(in srgb, var(--color-accent-strong) 45%, transparent)"
        />
        <path d="M26 70C51 62.500 78 45.500 86 33.500 89.500 28 84 25.500 72.500 28.500" />
      </g>
      <g fill="var(--color-star)">
        <circle cx="82" cy="74" r="4" />
        <path d="M16 20l1.500 4.500L22 26l-4.500 1.500L16 32l-1.500-4.500L10 26l4.500-1.500z" />
      </g>
      <text x="48" y="48" textAnchor="middle" dominantBaseline="central">
        {initial}
      </text>
    </svg>
  );
}

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
