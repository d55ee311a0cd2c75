import { useEffect } from 'react';
import { PATHS } from '@space/domain';
import { useSession } from '@space/platform';
import { Brand, ButtonLink, Icon } from '@space/ui';
import { ChangePasswordCard } from '../password/ChangePasswordCard.tsx';
import { Badges } from '../profile/Badges.tsx';
import { ProfileCard } from '../profile/ProfileCard.tsx';
import { useProfile } from '../profile/useProfile.ts';
import { UpgradeCard } from '../upgrade/UpgradeCard.tsx';
import styles from './SettingsPage.module.css';

export function SettingsPage() {
  const user = useSession((state) => state.user);
  const load = useProfile((state) => state.load);
  const userId = user?.id;

  useEffect(() => {
    if (userId) void load(userId);
  }, [load, userId]);

  if (!user) return null;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        <ButtonLink to={PATHS.dashboard}>
          <Icon name="arrowLeft" />
          Back to Dashboard
        </ButtonLink>
      </header>
      <main id="main" className={styles.main}>
        <h1>Settings</h1>
        <Badges />
        {/* Keyed: what one user typed never shows to the next. */}
        <div key={user.id} className={styles.cards}>
          <ProfileCard userId={user.id} />
          <ChangePasswordCard email={user.email} />
          <UpgradeCard />
        </div>
      </main>
    </div>
  );
}
