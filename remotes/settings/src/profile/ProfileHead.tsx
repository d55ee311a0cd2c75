import { Skeleton } from '@space/ui';
import { Avatar } from './Avatar.tsx';
import { Badges } from './Badges.tsx';
import styles from './ProfileHead.module.css';
import { useProfile } from './useProfile.ts';

interface ProfileHeadProps {
  email: string | null;
}

/** The avatar, the saved name, the email address and the badges of the user. */
export function ProfileHead({ email }: ProfileHeadProps) {
  const profile = useProfile((state) => state.profile);
  const isLoading = useProfile((state) => state.isLoading);
  const name = profile?.display_name;
  const at = email?.lastIndexOf('@') ?? -1;
  return (
    <section className={styles.head} aria-label="Your profile">
      <Avatar name={name ?? email ?? ''} />
      <div className={styles.who}>
        {profile ? (
          <p className={styles.name} dir="auto" data-empty={name ? undefined : true}>
            {name ?? 'No name yet'}
          </p>
        ) : (
          <div className={styles.name} data-waiting={isLoading || undefined}>
            {isLoading ? <Skeleton lines={1} /> : 'Your account'}
          </div>
        )}
        {/* Breaks before the @ rather than inside a word. The line is kept even without an email address. */}
        <p className={styles.email}>
          {email?.slice(0, at)}
          <wbr />
          {email?.slice(at)}
        </p>
      </div>
      <Badges />
    </section>
  );
}
