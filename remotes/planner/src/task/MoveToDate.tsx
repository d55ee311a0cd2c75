import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import { MESSAGES, isDayKey, type Task } from '@space/domain';
import { Button, DialogActions, TextField } from '@space/ui';
import { move } from '../board/change.ts';
import { FIRST_DAY, LAST_DAY, canBeShown } from '../week/weekStart.ts';
import styles from './task.module.css';

/** The form that moves a task to any day. The browser's own field knows the keyboard and the date's format. */
export function MoveToDate({ task, onClose }: { task: Task; onClose: () => void }) {
  const [error, setError] = useState<string>();
  const fieldRef = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => fieldRef.current?.focus(), []);

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const day = fieldRef.current?.value ?? '';
    if (isDayKey(day) && canBeShown(day)) {
      onClose();
      void move(task, day);
      return;
    }
    setError(day === '' ? MESSAGES.tasks.dateRequired : MESSAGES.tasks.dateOutOfRange);
    fieldRef.current?.focus();
  }

  return (
    <form noValidate className={styles.dateForm} onSubmit={handleSubmit}>
      <TextField
        ref={fieldRef}
        type="date"
        label="Day"
        min={FIRST_DAY}
        max={LAST_DAY}
        defaultValue={task.task_date}
        error={error}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary">
          Move task
        </Button>
      </DialogActions>
    </form>
  );
}
