import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { dayLabel, weekdayName, type WaitingTask } from '@space/domain';
import { useToday } from '@space/platform';
import { Button, linkedText } from '@space/ui';
import { waiting } from '../board/board.ts';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import styles from './WaitingList.module.css';

interface WaitingRowProps {
  task: WaitingTask;
  isSending: boolean;
  headingRef: RefObject<HTMLElement | null>;
}

/** One waiting task: its title and day, why it was refused, and the buttons to retry, edit or discard it. */
export function WaitingRow({ task, isSending, headingRef }: WaitingRowProps) {
  const { isOpen: isEditing, openerRef, open, close } = useDisclosure();
  const { clearRefusal, discard, hold, rename, send } = waiting.getState();
  const { id, refusal, task_date } = task;
  const today = useToday();
  const titleId = useId();
  const rowRef = useRef<HTMLLIElement>(null);

  // When the task is sent or discarded, the focus must not be lost with its row.
  useLayoutEffect(() => {
    const row = rowRef.current;
    const heading = headingRef.current;
    return () => {
      if (row?.contains(document.activeElement)) heading?.focus({ preventScroll: true });
    };
  }, [headingRef]);

  useEffect(() => (isEditing ? hold(id) : undefined), [isEditing, hold, id]);

  function handleTryAgain() {
    clearRefusal(id);
    void send();
  }

  return (
    <li ref={rowRef} className={styles.row} aria-busy={isSending || undefined}>
      <div className={styles.words}>
        {isEditing ? (
          <LineEditor
            label="Task title"
            initial={task.title}
            save={(title) => rename(id, title)}
            close={close}
          />
        ) : (
          <p id={titleId} className={styles.title} dir="auto">
            {linkedText([task.emoji, task.title].filter(Boolean).join(' '))}
          </p>
        )}
        <p className={styles.day}>
          {weekdayName(task_date)} <time dateTime={task_date}>{dayLabel(task_date, today)}</time>
        </p>
        {refusal !== null && <p className={styles.refusal}>{refusal}</p>}
      </div>
      <div className={styles.buttons}>
        {refusal !== null && (
          <Button aria-describedby={titleId} onClick={handleTryAgain}>
            Try again
          </Button>
        )}
        {!isEditing && (
          <Button ref={openerRef} aria-describedby={titleId} isBusy={isSending} onClick={open}>
            Edit
          </Button>
        )}
        <Button aria-describedby={titleId} isBusy={isSending} onClick={() => discard(id)}>
          Discard
        </Button>
      </div>
    </li>
  );
}
