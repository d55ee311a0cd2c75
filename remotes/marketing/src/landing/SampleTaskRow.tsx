import { Icon, VisuallyHidden } from '@space/ui';
import type { SampleTask } from './sample.ts';
import styles from './SampleTaskRow.module.css';

interface SampleTaskRowProps {
  task: SampleTask;
}

/** A task of the sample week, which looks like a row of the planner but has no controls. */
export function SampleTaskRow({ task: { emoji, title, isStarred, isCompleted } }: SampleTaskRowProps) {
  return (
    <li
      className={styles.task}
      data-starred={isStarred || undefined}
      data-completed={isCompleted || undefined}
    >
      <span className={styles.box}>{isCompleted && <Icon name="check" size={11} />}</span>
      <span className={styles.title}>
        {isCompleted && <VisuallyHidden>Done: </VisuallyHidden>}
        {isCompleted ? <s>{title}</s> : <span>{title}</span>}
        {/* Non-breaking: the emoji stays with the last word. */}
        <span aria-hidden="true">{`\u00a0${emoji}`}</span>
      </span>
      {isStarred && (
        <span className={styles.star}>
          <Icon name="star" size={14} isFilled />
          <VisuallyHidden>Starred</VisuallyHidden>
        </span>
      )}
    </li>
  );
}
