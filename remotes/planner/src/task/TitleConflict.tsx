import { useId, type MouseEvent } from 'react';
import type { Task } from '@space/domain';
import { Button } from '@space/ui';
import { board } from '../board/board.ts';
import styles from './TitleConflict.module.css';

interface TitleConflictProps {
  /** The task as the other device has left it. */
  task: Task;
  /** The title that was not saved. */
  mine: string;
}

/** Below a title that was changed elsewhere while it was edited here: the title that was typed, and the choice (rule edit-and-undo). */
export function TitleConflict({ task, mine }: TitleConflictProps) {
  const { rename, keepTheirs } = board.getState();
  const id = useId();

  /** The buttons go with the choice: their focus returns to the row. */
  function choose(event: MouseEvent<HTMLElement>, act: () => unknown): void {
    const row = event.currentTarget.closest('[data-task]');
    row?.querySelector<HTMLElement>('[data-action="toggle"]')?.focus({ preventScroll: true });
    void act();
  }

  return (
    <div role="group" aria-labelledby={id} className={styles.conflict} data-print="off">
      <p id={id} className={styles.words}>
        Changed elsewhere while you edited it. Yours: <q dir="auto">{mine}</q>
      </p>
      <Button onClick={(event) => choose(event, () => rename(task, mine))}>Keep mine</Button>
      <Button onClick={(event) => choose(event, () => keepTheirs(task))}>Keep theirs</Button>
    </div>
  );
}
