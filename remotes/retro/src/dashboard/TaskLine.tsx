import type { Task } from '@space/domain';
import { PixelSprite, VisuallyHidden, linkedText } from '@space/ui';
import { CHECK, STAR } from '../sprites/icons.ts';
import styles from './TaskLine.module.css';

interface TaskLineProps {
  task: Task;
}

/** A read-only task: emoji and title, highlighted when starred, struck through when completed. */
export function TaskLine({ task }: TaskLineProps) {
  return (
    <li className={styles.task} data-starred={task.starred || undefined}>
      <span className={styles.text} dir="auto">
        {task.emoji && <span className={styles.emoji}>{task.emoji}</span>}
        {task.completed ? (
          <s className={styles.title}>{linkedText(task.title)}</s>
        ) : (
          <span className={styles.title}>{linkedText(task.title)}</span>
        )}
      </span>
      {(task.completed || task.starred) && (
        <span className={styles.marks}>
          {task.completed && (
            <>
              <PixelSprite frames={[CHECK]} scale={2} />
              <VisuallyHidden>Completed</VisuallyHidden>
            </>
          )}
          {task.starred && (
            <>
              <PixelSprite frames={[STAR]} scale={2} />
              <VisuallyHidden>Starred</VisuallyHidden>
            </>
          )}
        </span>
      )}
    </li>
  );
}
