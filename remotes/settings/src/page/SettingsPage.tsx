import { useEffect } from 'react';
import { PATHS } from '@space/domain';
import { onReturn, useNavigationEntries, useSession } from '@space/platform';
import { Brand, ButtonLink, Icon } from '@space/ui';
import { CalendarCard } from '../calendar/CalendarCard.tsx';
import { DataCard } from '../data/DataCard.tsx';
import { DeleteAccountCard } from '../deletion/DeleteAccountCard.tsx';
import { ImportCard } from '../import/ImportCard.tsx';
import { ChangePasswordCard } from '../password/ChangePasswordCard.tsx';
import { ProfileCard } from '../profile/ProfileCard.tsx';
import { ProfileHead } from '../profile/ProfileHead.tsx';
import { useProfile } from '../profile/useProfile.ts';
import { ShortcutsCard } from '../shortcuts/ShortcutsCard.tsx';
import { UpgradeCard } from '../upgrade/UpgradeCard.tsx';
import styles from './SettingsPage.module.css';

export function SettingsPage() {
  const user = useSession((state) => state.user);
  const load = useProfile((state) => state.load);
  const refresh = useProfile((state) => state.refresh);
  const entries = useNavigationEntries();
  const userId = user?.id;

  useEffect(() => {
    if (userId === undefined) return undefined;
    void load(userId);
    return onReturn(() => void refresh(userId));
  }, [load, refresh, userId]);

  if (!user) return null;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        {entries.map(({ path, label }) => (
          <ButtonLink key={path} to={path}>
            {label}
          </ButtonLink>
        ))}
        <ButtonLink to={PATHS.dashboard}>
          <Icon name="arrowLeft" />
          Back to Dashboard
        </ButtonLink>
      </header>
      <main id="main" className={styles.main}>
        <h1>Settings</h1>
        <ProfileHead email={user.email} />
        {/* Keyed, so that the input of one user is never shown to the next. */}
        <div key={user.id} className={styles.cards}>
          <div className={styles.column}>
            <ProfileCard userId={user.id} />
            <ChangePasswordCard email={user.email} />
            <ShortcutsCard />
          </div>
          <div className={styles.column}>
            <UpgradeCard />
            <DataCard userId={user.id} />
            <ImportCard userId={user.id} />
            <CalendarCard />
            <DeleteAccountCard email={user.email} />
          </div>
        </div>
      </main>
    </div>
  );
}
