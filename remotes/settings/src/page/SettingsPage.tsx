import { useEffect, useState } from 'react';
import { PATHS } from '@space/domain';
import { onReturn, useNavigationEntries, useSession } from '@space/platform';
import { Brand, ButtonLink, Card, Icon, areSingleKeysOn, switchSingleKeys } from '@space/ui';
import { Choice } from '../Choice.tsx';
import { DeleteAccountCard, PasswordCard } from '../account/AccountCards.tsx';
import { ProfileCard, ProfileHead } from '../account/Profile.tsx';
import { loadProfile } from '../account/profileStore.ts';
import { CalendarCard } from '../data/CalendarCard.tsx';
import { DataCard } from '../data/DataCard.tsx';
import { ImportCard } from '../import/ImportCard.tsx';
import styles from '../settings.module.css';

export function SettingsPage() {
  const user = useSession((state) => state.user);
  const entries = useNavigationEntries();
  const userId = user?.id;

  useEffect(() => {
    if (userId === undefined) return undefined;
    void loadProfile(userId);
    return onReturn(() => void loadProfile(userId, true));
  }, [userId]);

  if (!user) return null;
  return (
    <>
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
            <PasswordCard email={user.email} />
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
    </>
  );
}

/** The switch for the single keys of the dashboard (WCAG 2.1.4). The choice is stored in this browser. */
function ShortcutsCard() {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Card
      title="Keyboard shortcuts"
      text="Keys of the dashboard. Press ? there to see them all. Kept in this browser."
    >
      {/* If the browser cannot store the choice, the switch does not change. */}
      <Choice type="checkbox" checked={isOn} onChange={() => switchSingleKeys(!isOn) && setIsOn(!isOn)}>
        Single-key shortcuts
      </Choice>
    </Card>
  );
}

const REASONS = ['Unlimited tasks', 'Priority support', 'Advanced features', 'Custom themes'];

function UpgradeCard() {
  return (
    <Card
      tone="glow"
      title="Upgrade Account"
      text="Have a look at the plans. Nothing is charged."
      className={styles.upgrade}
    >
      <span className={styles.emblem}>
        <Icon name="rocket" size={26} />
      </span>
      <ul className={styles.pairs}>
        {REASONS.map((reason) => (
          <li key={reason}>
            <span className={styles.sign}>
              <Icon name="check" size={14} />
            </span>
            {reason}
          </li>
        ))}
      </ul>
      <ButtonLink to={PATHS.pricing} look="primary">
        View Pricing Plans
        <Icon name="arrowRight" />
      </ButtonLink>
    </Card>
  );
}
