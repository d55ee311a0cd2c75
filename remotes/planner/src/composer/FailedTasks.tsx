import { useId } from 'react';
import type { DayKey, WaitingTask } from '@space/domain';
import { Button, linkedText } from '@space/ui';
import { useShallow } from 'zustand/react/shallow';
import { discardWaiting, renameWaiting, retryWaiting } from '../board/add.ts';
import { failedTasks, useBoard, type FailedTask } from '../board/board.ts';
import parts from '../parts/parts.module.css';
import { TitleEditor, passFocusOn, useDisclosure } from '../parts/parts.tsx';
import { discardFailed, retryFailed } from './composer.ts';
import styles from './composer.module.css';

/** The tasks of a day that could not be added, with the reason: those that waited to be sent can be edited too. */
export function FailedTasks({ day }: { day: DayKey }) {
  const failed = useBoard(useShallow(failedTasks(day)));
  if (failed.length === 0) return null;
  return (
    <ul className={`${parts.stack} ${styles.failed}`} aria-label="Tasks that were not added" data-print="off">
      {failed.map((task) => (
        <FailedRow key={task.id} task={task} />
      ))}
    </ul>
  );
}

function FailedRow({ task }: { task: FailedTask | WaitingTask }) {
  const { id, title, emoji, refusal } = task;
  const isStored = 'typedAt' in task;
  const { isOpen: isEditing, openerRef, open, close } = useDisclosure();
  const isBusy = useBoard(({ busy }) => busy[id] ?? false);
  const titleId = useId();
  const button = { 'aria-describedby': titleId, isBusy };

  return (
    <li ref={passFocusOn} className={`${parts.wrap} ${styles.row}`} aria-busy={isBusy || undefined}>
      <div className={styles.words}>
        {isEditing ? (
          <TitleEditor id={id} initial={title} save={(text) => renameWaiting(id, text)} close={close} />
        ) : (
          <p id={titleId} dir="auto">
            {linkedText([emoji, title].filter(Boolean).join(' '))}
          </p>
        )}
        <p className={styles.reason}>{refusal}</p>
      </div>
      <div className={parts.wrap}>
        <Button
          {...button}
          data-action="retry"
          onClick={() => void (isStored ? retryWaiting(id) : retryFailed(task))}
        >
          Retry
        </Button>
        {isStored && !isEditing && (
          <Button {...button} ref={openerRef} onClick={open}>
            Edit
          </Button>
        )}
        <Button
          {...button}
          data-action="discard"
          onClick={() => (isStored ? discardWaiting(id) : discardFailed(id))}
        >
          Discard
        </Button>
      </div>
    </li>
  );
}
