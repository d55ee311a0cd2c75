import { useState } from 'react';
import { MESSAGES } from '@space/domain';
import { Card, LoadFailure } from '@space/ui';
import styles from './ProfileCard.module.css';
import { ProfileForm } from './ProfileForm.tsx';
import { useProfile } from './useProfile.ts';

interface ProfileCardProps {
  userId: string;
}

export function ProfileCard({ userId }: ProfileCardProps) {
  const profile = useProfile((state) => state.profile);
  const isLoading = useProfile((state) => state.isLoading);
  const hasFailed = useProfile((state) => state.hasFailed);
  const load = useProfile((state) => state.load);
  const [hasRetried, setHasRetried] = useState(false);

  const handleRetry = () => {
    setHasRetried(true);
    void load(userId);
  };

  return (
    <Card title="Profile Information" text="How Better Space greets you." isBusy={isLoading}>
      <div className={styles.place}>
        {profile ? (
          <ProfileForm profile={profile} isAfterRetry={hasRetried} />
        ) : (
          hasFailed && (
            <LoadFailure message={MESSAGES.profile.loadFailed} isRetrying={isLoading} onRetry={handleRetry} />
          )
        )}
        {!profile && !hasFailed && (
          // A placeholder of the form's size, so that nothing moves when the form appears.
          <div className={styles.waiting} aria-hidden="true">
            <span className={styles.label} />
            <span className={styles.field} />
            <span className={styles.button} />
          </div>
        )}
      </div>
    </Card>
  );
}
