import { Icon, VisuallyHidden } from '@space/ui';
import type { SampleTask } from './sample.ts';
import styles from './SampleTaskRow.module.css';

interface SampleTaskRowProps {
  task: SampleTask;
}

/** A task of the sample week: a picture of a row, made of text. */
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
        {isCompleted ? <s>{title}</s> : title}
        {/* Not parted from the last word. */}
        {'\u00a0'}
        <span aria-hidden="true">{emoji}</span>
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
