import type { Task } from '@space/domain';
import { Icon, VisuallyHidden } from '@space/ui';
import styles from './TaskLine.module.css';

interface TaskLineProps {
  task: Task;
}

/** One task to read: emoji and title, highlighted when starred, struck through when completed. */
export function TaskLine({ task }: TaskLineProps) {
  return (
    <li className={styles.task} data-starred={task.starred || undefined}>
      {task.emoji && <span className={styles.emoji}>{task.emoji}</span>}
      {task.completed ? (
        <s className={styles.title}>{task.title}</s>
      ) : (
        <span className={styles.title}>{task.title}</span>
      )}
      {task.completed && <VisuallyHidden>Completed</VisuallyHidden>}
      {task.starred && (
        <span className={styles.star}>
          <Icon name="star" size={14} isFilled />
          <VisuallyHidden>Starred</VisuallyHidden>
        </span>
      )}
    </li>
  );
}
