import { useState } from 'react';
import { addDays, type DayKey, type Task } from '@space/domain';
import { Dialog, Icon, type IconName } from '@space/ui';
import { board } from '../board/board.ts';
import { EmojiChoices } from '../parts/EmojiChoices.tsx';
import styles from './TaskSheet.module.css';
import { MoveToDate } from './MoveToDate.tsx';
import { ANOTHER_DAY, moveTargets } from './moveTargets.ts';

interface TaskSheetProps {
  task: Task;
  start: DayKey;
  today: DayKey;
  onEdit: () => void;
  onClose: () => void;
}

interface SheetItem {
  label: string;
  icon: IconName;
  isFilled?: boolean;
  tone?: 'danger';
  /** Opens another list inside the sheet instead of closing the sheet. */
  opensPage?: true;
  onSelect: () => void;
}

/** A task's actions with text labels, at the bottom of the window, within reach of a thumb. */
export function TaskSheet({ task, start, today, onEdit, onClose }: TaskSheetProps) {
  const [page, setPage] = useState<'actions' | 'days' | 'date' | 'emoji'>('actions');
  const { star, pin, move, remove, changeEmoji } = board.getState();

  const actions: readonly SheetItem[] = [
    {
      label: task.starred ? 'Unstar task' : 'Star task',
      icon: 'star',
      isFilled: task.starred,
      onSelect: () => void star(task),
    },
    {
      label: task.pinned ? 'Unpin task' : 'Pin task',
      icon: 'pin',
      isFilled: task.pinned,
      onSelect: () => void pin(task),
    },
    { label: 'Edit title', icon: 'pencil', onSelect: onEdit },
    {
      label: task.emoji === null ? 'Give emoji' : 'Change emoji',
      icon: 'smile',
      opensPage: true,
      onSelect: () => setPage('emoji'),
    },
    {
      label: 'Move to next day',
      icon: 'arrowRight',
      onSelect: () => void move(task, addDays(task.task_date, 1)),
    },
    { label: 'Move to', icon: 'calendarMove', opensPage: true, onSelect: () => setPage('days') },
    { label: 'Delete task', icon: 'trash', tone: 'danger', onSelect: () => void remove(task) },
  ];
  const days: readonly SheetItem[] = [
    ...moveTargets(task.task_date, start, today).map(({ day, label }): SheetItem => ({
      label,
      icon: 'calendar',
      onSelect: () => void move(task, day),
    })),
    { label: ANOTHER_DAY, icon: 'calendarMove', opensPage: true, onSelect: () => setPage('date') },
  ];

  return (
    <Dialog title={task.title} place="bottom" onClose={onClose}>
      {page === 'emoji' ? (
        <EmojiChoices
          chosen={task.emoji}
          onChoose={(emoji) => void changeEmoji(task, emoji)}
          onClose={onClose}
        />
      ) : page === 'date' ? (
        <MoveToDate task={task} onClose={onClose} />
      ) : (
        <ul key={page} className={styles.lines} aria-label={page === 'days' ? 'Move to' : 'Actions'}>
          {(page === 'days' ? days : actions).map(({ label, icon, isFilled, tone, opensPage, onSelect }) => (
            <li key={label}>
              <button
                type="button"
                className={styles.line}
                data-tone={tone}
                onClick={() => {
                  if (!opensPage) onClose();
                  onSelect();
                }}
              >
                <Icon name={icon} size={20} isFilled={isFilled} />
                <span>{label}</span>
                {opensPage && <Icon name="chevronRight" size={16} />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {page !== 'date' && (
        <button type="button" className={styles.line} onClick={onClose}>
          <Icon name="close" size={20} />
          Close
        </button>
      )}
    </Dialog>
  );
}
