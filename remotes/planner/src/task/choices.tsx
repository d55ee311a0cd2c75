import { useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import { MESSAGES, isDayKey, type Task } from '@space/domain';
import { Button, DialogActions, Icon, TextField } from '@space/ui';
import { changeEmoji, move } from '../board/change.ts';
import { EmojiGrid } from '../parts/parts.tsx';
import parts from '../parts/parts.module.css';
import { FIRST_DAY, LAST_DAY, canBeShown } from '../week/navigation.ts';
import styles from './task.module.css';

/** The emoji choices for a task, with a button to remove its emoji. Focuses the chosen one, else the first. */
export function EmojiChoices({ task, onClose }: { task: Task; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null);

  // Not a layout effect: it would run before the panel around the choices is shown, and hidden elements take no focus.
  useEffect(() => {
    const choice = ref.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    (choice ?? ref.current?.querySelector('button'))?.focus();
  }, []);

  function handleChoose(emoji: string | null) {
    onClose();
    if (emoji !== task.emoji) void changeEmoji(task, emoji);
  }

  return (
    <div ref={ref} className={`${parts.stack} ${parts.choices}`}>
      <EmojiGrid label="Choose an emoji" chosen={task.emoji} onChoose={handleChoose} />
      {task.emoji !== null && (
        <button type="button" className={`${parts.line} ${parts.remove}`} onClick={() => handleChoose(null)}>
          <Icon name="close" size={14} />
          Remove emoji
        </button>
      )}
    </div>
  );
}

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
    <form noValidate className={`${parts.stack} ${styles.dateForm}`} onSubmit={handleSubmit}>
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
