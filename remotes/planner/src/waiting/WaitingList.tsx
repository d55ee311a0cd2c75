import { useId, type RefObject } from 'react';
import { MESSAGES } from '@space/domain';
import { useStore } from 'zustand';
import { waiting } from '../board/board.ts';
import { WaitingRow } from './WaitingRow.tsx';
import styles from './WaitingList.module.css';

interface WaitingListProps {
  /** Gets the focus of a row that is removed. */
  headingRef: RefObject<HTMLElement | null>;
}

/** The tasks that were typed without a network: they are in no day and in no count (rule waiting-tasks). */
export function WaitingList({ headingRef }: WaitingListProps) {
  const tasks = useStore(waiting, (state) => state.tasks);
  const sendingId = useStore(waiting, (state) => state.sendingId);
  const headingId = useId();

  if (tasks.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby={headingId} data-print="off">
      <h3 id={headingId} className={styles.heading}>
        {MESSAGES.waiting.title}
      </h3>
      <p className={styles.hint}>{MESSAGES.waiting.hint}</p>
      <ul className={styles.list} aria-labelledby={headingId}>
        {tasks.map((task) => (
          <WaitingRow key={task.id} task={task} isSending={task.id === sendingId} headingRef={headingRef} />
        ))}
      </ul>
    </section>
  );
}
