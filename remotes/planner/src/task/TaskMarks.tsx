import type { Task } from '@space/domain';
import { Icon } from '@space/ui';
import styles from './TaskMarks.module.css';

/** The icons of a task's star and pin. The names of its actions say the same in words: 'Unstar task', 'Unpin task'. */
export function TaskMarks({ task }: { task: Task }) {
  return (
    <span className={styles.marks} data-print="off">
      {task.pinned && <Icon name="pin" size={15} isFilled />}
      {task.starred && <Icon name="star" size={16} isFilled />}
    </span>
  );
}
