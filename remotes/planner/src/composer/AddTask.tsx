import type { DayKey } from '@space/domain';
import { Icon } from '@space/ui';
import { useDisclosure } from '../editing/useDisclosure.ts';
import styles from './AddTask.module.css';
import { Composer } from './Composer.tsx';
import { drafts } from './drafts.ts';

interface AddTaskProps {
  day: DayKey;
  /** The day's heading: it says where the task is added. */
  headingId: string;
  onAdded: () => void;
}

/** 'Add task', and the composer in its place while it is open. */
export function AddTask({ day, headingId, onAdded }: AddTaskProps) {
  const { isOpen, openerRef, open, close } = useDisclosure(drafts.has(day));
  if (isOpen) return <Composer day={day} onAdded={onAdded} close={close} />;
  return (
    <button
      ref={openerRef}
      type="button"
      className={styles.add}
      data-action="add"
      aria-describedby={headingId}
      onClick={open}
    >
      <Icon name="plus" />
      Add task
    </button>
  );
}
