import { useState } from 'react';
import { MESSAGES } from '@space/domain';
import { LoadFailure, Skeleton } from '@space/ui';
import { Card } from '../parts/Card.tsx';
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
      {profile ? (
        <ProfileForm profile={profile} isAfterRetry={hasRetried} />
      ) : hasFailed ? (
        <LoadFailure message={MESSAGES.profile.loadFailed} isRetrying={isLoading} onRetry={handleRetry} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Card>
  );
}
