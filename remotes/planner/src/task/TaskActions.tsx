import { useCallback, useRef, useState, type Ref } from 'react';
import { addDays, type DayKey, type Task } from '@space/domain';
import { Dialog, IconButton, Menu, type IconName } from '@space/ui';
import { board } from '../board/board.ts';
import { EmojiPicker } from '../parts/EmojiChoices.tsx';
import styles from './TaskActions.module.css';
import { MoveToDate } from './MoveToDate.tsx';
import { ANOTHER_DAY, moveTargets } from './moveTargets.ts';

interface TaskActionsProps {
  task: Task;
  start: DayKey;
  today: DayKey;
  isBusy: boolean;
  /** Otherwise the buttons exist only for screen readers and scripts: two pixels each, without icons. */
  isShown: boolean;
  tabIndex: number;
  /** The elements that describe the buttons: they say which task an action is for. */
  titleId: string;
  emojiId: string;
  editRef: Ref<HTMLButtonElement>;
  onEdit: () => void;
}

/** A task's action buttons, as a strip at the end of its row, in the gap between two lines of text. */
export function TaskActions(props: TaskActionsProps) {
  const { task, start, today, isBusy, isShown, tabIndex, titleId, emojiId, editRef, onEdit } = props;
  const [isPicking, setIsPicking] = useState(false);
  const [isDating, setIsDating] = useState(false);
  const emojiRef = useRef<HTMLButtonElement>(null);
  const closePicker = useCallback(() => setIsPicking(false), []);
  const { star, pin, move, remove, changeEmoji } = board.getState();

  const shared = { isBusy, tabIndex, 'aria-describedby': titleId };
  const iconProps = (icon: IconName, isOn = false) => (isShown ? { icon, isFilled: isOn } : {});
  return (
    <div className={styles.actions} data-print="off">
      <IconButton
        {...shared}
        {...iconProps('smile')}
        ref={emojiRef}
        label={task.emoji === null ? 'Give emoji' : 'Change emoji'}
        data-action="emoji"
        aria-describedby={task.emoji === null ? titleId : `${emojiId} ${titleId}`}
        aria-expanded={isPicking}
        onClick={() => setIsPicking(!isPicking)}
      />
      {isPicking && (
        <EmojiPicker
          anchorRef={emojiRef}
          chosen={task.emoji}
          onClose={closePicker}
          onChoose={(emoji) => void changeEmoji(task, emoji)}
        />
      )}
      <IconButton
        {...shared}
        {...iconProps('star', task.starred)}
        label={task.starred ? 'Unstar task' : 'Star task'}
        data-action="star"
        onClick={() => void star(task)}
      />
      <IconButton
        {...shared}
        {...iconProps('pin', task.pinned)}
        label={task.pinned ? 'Unpin task' : 'Pin task'}
        data-action="pin"
        onClick={() => void pin(task)}
      />
      <IconButton
        {...shared}
        {...iconProps('pencil')}
        ref={editRef}
        label="Edit title"
        data-action="edit"
        onClick={onEdit}
      />
      <IconButton
        {...shared}
        {...iconProps('arrowRight')}
        label="Move to next day"
        data-action="next-day"
        onClick={() => void move(task, addDays(task.task_date, 1))}
      />
      <Menu
        menuLabel="Move to"
        isBusy={isBusy}
        getItems={() => [
          ...moveTargets(task.task_date, start, today).map(({ day, label }) => ({
            label,
            onSelect: () => void move(task, day),
          })),
          { label: ANOTHER_DAY, onSelect: () => setIsDating(true) },
        ]}
      >
        {(button) => (
          <IconButton
            {...shared}
            {...iconProps('calendarMove')}
            {...button}
            label="Move to"
            data-action="move-to"
          />
        )}
      </Menu>
      {isDating && (
        <Dialog title={task.title} onClose={() => setIsDating(false)}>
          <MoveToDate task={task} onClose={() => setIsDating(false)} />
        </Dialog>
      )}
      <IconButton
        {...shared}
        {...iconProps('trash')}
        label="Delete task"
        tone="danger"
        data-action="delete"
        onClick={() => void remove(task)}
      />
    </div>
  );
}
