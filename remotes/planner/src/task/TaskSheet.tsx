import { useState } from 'react';
import { addDays, type DayKey, type Task } from '@space/domain';
import { Dialog, Icon, type IconName } from '@space/ui';
import { board } from '../board/board.ts';
import { EmojiChoices } from '../emoji/EmojiChoices.tsx';
import styles from './TaskSheet.module.css';
import { moveTargets } from './moveTargets.ts';

interface TaskSheetProps {
  task: Task;
  start: DayKey;
  today: DayKey;
  onEdit: () => void;
  onClose: () => void;
}

interface Line {
  label: string;
  icon: IconName;
  isFilled?: boolean;
  tone?: 'danger';
  /** Leads on inside the sheet instead of closing it. */
  leadsOn?: true;
  act: () => void;
}

/** The actions of a task in words, at the bottom of the window, where a thumb is. */
export function TaskSheet({ task, start, today, onEdit, onClose }: TaskSheetProps) {
  const [page, setPage] = useState<'actions' | 'days' | 'emoji'>('actions');
  const { star, pin, move, remove, changeEmoji } = board.getState();

  const actions: readonly Line[] = [
    {
      label: task.starred ? 'Unstar task' : 'Star task',
      icon: 'star',
      isFilled: task.starred,
      act: () => void star(task),
    },
    {
      label: task.pinned ? 'Unpin task' : 'Pin task',
      icon: 'pin',
      isFilled: task.pinned,
      act: () => void pin(task),
    },
    { label: 'Edit title', icon: 'pencil', act: onEdit },
    {
      label: task.emoji === null ? 'Give emoji' : 'Change emoji',
      icon: 'smile',
      leadsOn: true,
      act: () => setPage('emoji'),
    },
    {
      label: 'Move to next day',
      icon: 'arrowRight',
      act: () => void move(task, addDays(task.task_date, 1)),
    },
    { label: 'Move to', icon: 'calendarMove', leadsOn: true, act: () => setPage('days') },
    { label: 'Delete task', icon: 'trash', tone: 'danger', act: () => void remove(task) },
  ];
  const days = moveTargets(task.task_date, start, today).map(({ day, label }): Line => ({
    label,
    icon: 'calendar',
    act: () => void move(task, day),
  }));

  function handleChoose(emoji: string | null) {
    onClose();
    if (emoji !== task.emoji) void changeEmoji(task, emoji);
  }

  return (
    <Dialog title={task.title} place="bottom" onClose={onClose}>
      {page === 'emoji' ? (
        <EmojiChoices chosen={task.emoji} onChoose={handleChoose} />
      ) : (
        <ul key={page} className={styles.lines} aria-label={page === 'days' ? 'Move to' : 'Actions'}>
          {(page === 'days' ? days : actions).map(({ label, icon, isFilled, tone, leadsOn, act }) => (
            <li key={label}>
              <button
                type="button"
                className={styles.line}
                data-tone={tone}
                onClick={() => {
                  if (!leadsOn) onClose();
                  act();
                }}
              >
                <Icon name={icon} size={20} isFilled={isFilled} />
                {label}
                {leadsOn && <Icon name="chevronRight" size={16} />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className={styles.line} onClick={onClose}>
        <Icon name="close" size={20} />
        Close
      </button>
    </Dialog>
  );
}
