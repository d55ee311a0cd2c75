import { wholeDaysBetween } from '@space/domain';
import { Badge } from '@space/ui';
import { useNow } from './useNow.ts';
import { useProfile } from './useProfile.ts';
import styles from './Badges.module.css';

/** '1 day' or '{n} days' (rule settings-badges). */
function accountAge(createdAt: string, now: Date): string {
  const days = wholeDaysBetween(createdAt, now);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Member, the age of the account, Goals and Achiever (rule settings-badges). */
export function Badges() {
  const createdAt = useProfile((state) => state.profile?.created_at);
  const now = useNow();
  return (
    <ul className={styles.badges} aria-label="Badges">
      <li>
        <Badge icon="planet">Member</Badge>
      </li>
      <li className={styles.age} aria-hidden={createdAt === undefined}>
        <Badge icon="calendar">{createdAt === undefined ? '… days' : accountAge(createdAt, now)}</Badge>
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
  );
}
