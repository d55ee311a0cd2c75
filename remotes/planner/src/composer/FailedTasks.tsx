import { useEffect, useId } from 'react';
import type { DayKey, Outcome } from '@space/domain';
import { Button, linkedText } from '@space/ui';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { discardWaiting, pauseTask, renameWaiting, retryWaiting } from '../board/waiting.ts';
import { useBoard } from '../board/board.ts';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { passFocusOn } from '../parts/row.tsx';
import styles from './FailedTasks.module.css';
import { discardFailed, failedTasks, retryFailed } from './failedTasks.ts';

/** The tasks of a day that could not be added, with the reason: those that waited to be sent can be edited too. */
export function FailedTasks({ day }: { day: DayKey }) {
  const failed = useStore(
    failedTasks,
    useShallow((state) => state.tasks.filter(({ task_date }) => task_date === day)),
  );
  const refused = useBoard(
    useShallow((state) =>
      state.waiting.filter(({ task_date, refusal }) => task_date === day && refusal !== null),
    ),
  );
  if (failed.length + refused.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Tasks that were not added" data-print="off">
      {failed.map((task) => (
        <FailedRow
          key={task.id}
          task={task}
          onRetry={() => void retryFailed(task)}
          onDiscard={() => discardFailed(task.id)}
        />
      ))}
      {refused.map((task) => (
        <FailedRow
          key={task.id}
          task={{ ...task, message: task.refusal ?? '' }}
          save={(title) => renameWaiting(task.id, title)}
          onRetry={() => void retryWaiting(task.id)}
          onDiscard={() => discardWaiting(task.id)}
        />
      ))}
    </ul>
  );
}

interface FailedRowProps {
  task: { id: string; title: string; emoji: string | null; message: string };
  save?: (title: string) => Promise<Outcome>;
  onRetry: () => void;
  onDiscard: () => void;
}

function FailedRow({ task, save, onRetry, onDiscard }: FailedRowProps) {
  const { id, title, emoji, message } = task;
  const { isOpen: isEditing, openerRef, open, close } = useDisclosure();
  const isBusy = useBoard(({ busy }) => busy[id] ?? false);
  const titleId = useId();

  useEffect(() => (isEditing ? pauseTask(id) : undefined), [isEditing, id]);

  return (
    <li ref={passFocusOn} className={styles.row} aria-busy={isBusy || undefined}>
      <div className={styles.words}>
        {isEditing && save ? (
          <LineEditor label="Task title" initial={title} save={save} close={close} />
        ) : (
          <p id={titleId} className={styles.title} dir="auto">
            {linkedText([emoji, title].filter(Boolean).join(' '))}
          </p>
        )}
        <p className={styles.reason}>{message}</p>
      </div>
      <div className={styles.buttons}>
        <Button data-action="retry" aria-describedby={titleId} isBusy={isBusy} onClick={onRetry}>
          Retry
        </Button>
        {save && !isEditing && (
          <Button ref={openerRef} aria-describedby={titleId} isBusy={isBusy} onClick={open}>
            Edit
          </Button>
        )}
        <Button data-action="discard" aria-describedby={titleId} isBusy={isBusy} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}
