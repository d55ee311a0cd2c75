import { memo } from 'react';
import type { DayKey } from '@space/domain';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { AddButton } from '../parts/AddButton.tsx';
import { Composer } from './Composer.tsx';
import { drafts } from './drafts.ts';

interface AddTaskProps {
  day: DayKey;
  /** The day's heading: it says where the task is added. */
  headingId: string;
}

export const AddTask = memo(function AddTask({ day, headingId }: AddTaskProps) {
  const { isOpen, openerRef, open, close } = useDisclosure(drafts.has(day));
  if (isOpen) return <Composer day={day} close={close} />;
  return <AddButton ref={openerRef} label="Add task" headingId={headingId} onClick={open} />;
});
