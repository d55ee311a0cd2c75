import { memo, useState } from 'react';
import type { DayKey } from '@space/domain';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { AddButton } from '../parts/AddButton.tsx';
import { Composer } from './Composer.tsx';
import { ListComposer } from './ListComposer.tsx';
import { lists } from './lists.ts';

interface AddTaskProps {
  day: DayKey;
  /** The day's heading: it says where the task is added. */
  headingId: string;
}

export const AddTask = memo(function AddTask({ day, headingId }: AddTaskProps) {
  const { isOpen, openerRef, open, close } = useDisclosure(lists.has(day));
  const [list, setList] = useState(() => lists.get(day) ?? null);
  const [typed, setTyped] = useState<{ text: string; emoji: string | null } | null>(null);
  const [isNext, setIsNext] = useState(false);

  function reset() {
    setList(null);
    setTyped(null);
    setIsNext(false);
  }

  function handleClose() {
    reset();
    close();
  }

  if (!isOpen) return <AddButton ref={openerRef} label="Add task" headingId={headingId} onClick={open} />;
  if (list === null) {
    return (
      <Composer
        day={day}
        typed={typed}
        isNext={isNext}
        onList={(text, emoji) => setList({ text, emoji, refused: [] })}
        close={handleClose}
      />
    );
  }
  return (
    <ListComposer
      day={day}
      draft={list}
      onOneLine={(text, emoji) => {
        setTyped({ text, emoji });
        setList(null);
      }}
      onAdded={() => {
        reset();
        setIsNext(true);
      }}
      close={handleClose}
    />
  );
});
