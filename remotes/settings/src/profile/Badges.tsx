import { Icon } from '@space/ui';
import { accountAge } from './accountAge.ts';
import { useNow } from './useNow.ts';
import { useProfile } from './useProfile.ts';
import styles from './Badges.module.css';

/** Member, the age of the account, Goals and Achiever (D-29). */
export function Badges() {
  const createdAt = useProfile((state) => state.profile?.created_at);
  const now = useNow();
  return (
    <ul className={styles.badges} aria-label="Badges">
      <li className={styles.badge}>
        <Icon name="user" size={16} />
        Member
      </li>
      <li className={styles.badge} aria-hidden={createdAt === undefined}>
        <Icon name="calendar" size={16} />
        {createdAt === undefined ? '… days' : accountAge(createdAt, now)}
      </li>
      <li className={styles.badge}>
        <Icon name="star" size={16} />
        Goals
      </li>
      <li className={styles.badge}>
        <Icon name="check" size={16} />
        Achiever
      </li>
    </ul>
  );
}
