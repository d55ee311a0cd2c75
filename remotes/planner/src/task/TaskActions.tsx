import { useRef, useState, type Ref } from 'react';
import { addDays, dayLabel, weekDays, weekdayName, type DayKey, type Task } from '@space/domain';
import { Dialog, Icon, IconButton, Menu, Popover, type IconName } from '@space/ui';
import { discardWaiting } from '../board/add.ts';
import { changeEmoji, move, pin, remove, star } from '../board/change.ts';
import { EmojiChoices } from '../parts/EmojiChoices.tsx';
import { MoveToDate } from './MoveToDate.tsx';
import styles from './task.module.css';

/** A task, and what decides where it can be moved: the first visible day and today. */
export interface ShownTask {
  task: Task;
  start: DayKey;
  today: DayKey;
  /** The task was typed without a network and is not sent yet: it can only be edited and discarded. */
  isWaiting: boolean;
}

interface Action {
  label: string;
  icon: IconName;
  isFilled?: boolean;
  tone?: 'danger';
  /** What it does, or the field or the page of the sheet that it opens. */
  does: (() => void) | 'edit' | 'days' | 'date' | 'emoji';
}

/** A task's actions by their keys. */
function actionsOf(task: Task) {
  return {
    star: {
      label: task.starred ? 'Unstar task' : 'Star task',
      icon: 'star',
      isFilled: task.starred,
      does: () => void star(task),
    },
    pin: {
      label: task.pinned ? 'Unpin task' : 'Pin task',
      icon: 'pin',
      isFilled: task.pinned,
      does: () => void pin(task),
    },
    edit: { label: 'Edit title', icon: 'pencil', does: 'edit' },
    emoji: { label: task.emoji === null ? 'Give emoji' : 'Change emoji', icon: 'smile', does: 'emoji' },
    'next-day': {
      label: 'Move to next day',
      icon: 'arrowRight',
      does: () => void move(task, addDays(task.task_date, 1)),
    },
    'move-to': { label: 'Move to', icon: 'calendarMove', does: 'days' },
    delete: { label: 'Delete task', icon: 'trash', tone: 'danger', does: () => void remove(task) },
    discard: { label: 'Discard', icon: 'trash', tone: 'danger', does: () => discardWaiting(task.id) },
  } as const satisfies Record<string, Action>;
}

type ActionKey = keyof ReturnType<typeof actionsOf>;

const SHEET: readonly ActionKey[] = ['star', 'pin', 'edit', 'emoji', 'next-day', 'move-to', 'delete'];
const SHEET_OF_WAITING: readonly ActionKey[] = ['edit', 'discard'];

const ANOTHER_DAY = 'Another day…';

/** The days that a task can be moved to: today, then the visible days, without the day it is on. */
function moveTargets({ task, start, today }: ShownTask) {
  const days = weekDays(start)
    .filter((day) => day !== today)
    .map((day) => ({ day, label: `${weekdayName(day)}, ${dayLabel(day, today)}` }));
  return [{ day: today, label: 'Today' }, ...days]
    .filter(({ day }) => day !== task.task_date)
    .map(({ day, label }) => ({ label, onSelect: () => void move(task, day) }));
}

interface TaskActionsProps extends ShownTask {
  /** The row's title and emoji have ids that begin with it: they say which task an action is for. */
  rowId: string;
  isBusy: boolean;
  /** Otherwise the buttons exist only for screen readers and scripts: two pixels each, without icons. */
  isShown: boolean;
  tabIndex: number;
  editRef: Ref<HTMLButtonElement>;
  /** Takes the element to which the focus returns. */
  onEdit: (origin: Element | null) => void;
}

/**
 * A task's action buttons, as a strip at the end of its row, in the gap between two lines of text. 'More' opens the same
 * with text labels at the bottom of the window, within reach of a thumb.
 */
export function TaskActions(props: TaskActionsProps) {
  const { task, isWaiting, rowId, isBusy, isShown, tabIndex, editRef, onEdit } = props;
  const titleId = `${rowId}-title`;
  /** What is open beside the strip. */
  const [open, setOpen] = useState<'emoji' | 'date'>();
  /** The page of the open sheet. */
  const [page, setPage] = useState<'actions' | 'days' | 'date' | 'emoji'>();
  const emojiRef = useRef<HTMLButtonElement>(null);
  const moreRef = useRef<HTMLButtonElement>(null);
  const actions = actionsOf(task);

  function close(): void {
    setOpen(undefined);
    setPage(undefined);
  }

  function handleChosen(): void {
    if (open === 'emoji') emojiRef.current?.focus();
    close();
  }

  const emojiChoices = (
    <EmojiChoices
      chosen={task.emoji}
      onChoose={(emoji) => void changeEmoji(task, emoji)}
      onClose={handleChosen}
    />
  );
  const date = <MoveToDate task={task} onClose={close} />;

  const buttonProps = (key: ActionKey) => {
    const { icon, isFilled = false, does, ...action }: Action = actions[key];
    return {
      ...action,
      ...(isShown && { icon, isFilled }),
      isBusy,
      tabIndex,
      'data-action': key,
      'aria-describedby': titleId,
      ...(typeof does === 'function' && { onClick: does }),
    };
  };

  function sheetLines(): readonly Action[] {
    if (page !== 'days') return (isWaiting ? SHEET_OF_WAITING : SHEET).map((key) => actions[key]);
    const days = moveTargets(props).map(({ label, onSelect }): Action => {
      return { label, icon: 'calendar', does: onSelect };
    });
    return [...days, { label: ANOTHER_DAY, icon: 'calendarMove', does: 'date' }];
  }

  function handleLine(does: Action['does']): void {
    if (typeof does === 'string' && does !== 'edit') return setPage(does);
    close();
    if (does === 'edit') onEdit(moreRef.current);
    else does();
  }

  const sheetLine = ({ label, icon, isFilled, tone, does }: Action) => (
    <button type="button" className={styles.sheetLine} data-tone={tone} onClick={() => handleLine(does)}>
      <Icon name={icon} size={20} isFilled={isFilled} />
      <span>{label}</span>
      {typeof does === 'string' && does !== 'edit' && <Icon name="chevronRight" size={16} />}
    </button>
  );

  return (
    <>
      <div className={styles.actions} data-print="off">
        {!isWaiting && (
          <>
            <IconButton
              {...buttonProps('emoji')}
              ref={emojiRef}
              aria-describedby={task.emoji === null ? titleId : `${rowId}-emoji ${titleId}`}
              aria-expanded={open === 'emoji'}
              onClick={() => setOpen(open === 'emoji' ? undefined : 'emoji')}
            />
            {open === 'emoji' && (
              <Popover anchorRef={emojiRef} onClose={close}>
                {emojiChoices}
              </Popover>
            )}
            <IconButton {...buttonProps('star')} />
            <IconButton {...buttonProps('pin')} />
          </>
        )}
        <IconButton {...buttonProps('edit')} ref={editRef} onClick={() => onEdit(document.activeElement)} />
        {!isWaiting && (
          <>
            <IconButton {...buttonProps('next-day')} />
            <Menu
              menuLabel="Move to"
              isBusy={isBusy}
              getItems={() => [
                ...moveTargets(props),
                { label: ANOTHER_DAY, onSelect: () => setOpen('date') },
              ]}
            >
              {(button) => <IconButton {...buttonProps('move-to')} {...button} />}
            </Menu>
            {open === 'date' && (
              <Dialog title={task.title} onClose={close}>
                {date}
              </Dialog>
            )}
          </>
        )}
        <IconButton {...buttonProps(isWaiting ? 'discard' : 'delete')} />
      </div>
      <button
        ref={moreRef}
        type="button"
        className={styles.more}
        data-print="off"
        data-action="more"
        tabIndex={tabIndex}
        aria-label="More"
        aria-haspopup="dialog"
        aria-describedby={titleId}
        onClick={() => setPage('actions')}
      />
      {page && (
        <Dialog title={task.title} place="bottom" onClose={close}>
          {page === 'emoji' && emojiChoices}
          {page === 'date' && date}
          {(page === 'actions' || page === 'days') && (
            <ul key={page} aria-label={page === 'days' ? 'Move to' : 'Actions'}>
              {sheetLines().map((line) => (
                <li key={line.label}>{sheetLine(line)}</li>
              ))}
            </ul>
          )}
          {page !== 'date' && sheetLine({ label: 'Close', icon: 'close', does: close })}
        </Dialog>
      )}
    </>
  );
}
