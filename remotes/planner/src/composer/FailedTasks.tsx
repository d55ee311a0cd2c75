import { useId } from 'react';
import type { DayKey } from '@space/domain';
import { Button, linkedText } from '@space/ui';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useBoard } from '../board/board.ts';
import { passFocusOn } from '../parts/row.tsx';
import styles from '../waiting/WaitingList.module.css';
import composerStyles from './composer.module.css';
import { discardFailed, failedTasks, retryFailed, type FailedTask } from './failedTasks.ts';

/** The tasks of a day that could not be added, with the reason (rule failed-save). */
export function FailedTasks({ day }: { day: DayKey }) {
  const tasks = useStore(
    failedTasks,
    useShallow((state) => state.tasks.filter(({ task_date }) => task_date === day)),
  );
  if (tasks.length === 0) return null;
  return (
    <ul
      className={`${styles.list} ${composerStyles.failed}`}
      aria-label="Tasks that were not added"
      data-print="off"
    >
      {tasks.map((task) => (
        <FailedRow key={task.id} task={task} />
      ))}
    </ul>
  );
}

function FailedRow({ task }: { task: FailedTask }) {
  const isBusy = useBoard(({ busy }) => busy[task.id] ?? false);
  const titleId = useId();

  return (
    <li ref={passFocusOn} className={styles.row} aria-busy={isBusy || undefined}>
      <div className={styles.words}>
        <p id={titleId} className={styles.title} dir="auto">
          {linkedText([task.emoji, task.title].filter(Boolean).join(' '))}
        </p>
        <p className={styles.refusal}>{task.message}</p>
      </div>
      <div className={styles.buttons}>
        <Button
          data-action="retry"
          aria-describedby={titleId}
          isBusy={isBusy}
          onClick={() => void retryFailed(task)}
        >
          Retry
        </Button>
        <Button
          data-action="discard"
          aria-describedby={titleId}
          isBusy={isBusy}
          onClick={() => discardFailed(task.id)}
        >
          Discard
        </Button>
      </div>
    </li>
  );
}
