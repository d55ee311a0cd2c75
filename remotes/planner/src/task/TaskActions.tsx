import { Fragment, useRef, useState, type Ref } from 'react';
import { addDays, dayLabel, weekDays, weekdayName, type DayKey, type Task } from '@space/domain';
import { Dialog, Icon, IconButton, Menu, Popover, type IconName } from '@space/ui';
import { discardWaiting } from '../board/add.ts';
import { move, pin, remove, star } from '../board/change.ts';
import { EmojiChoices, MoveToDate } from './choices.tsx';
import parts from '../parts/parts.module.css';
import styles from './task.module.css';

/** A task, and what decides where it can be moved: the first visible day and today. */
export interface ShownTask {
  task: Task;
  start: DayKey;
  today: DayKey;
  /** The task was typed without a network and is not sent yet: it can only be edited and discarded. */
  isWaiting: boolean;
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

interface Action {
  key: string;
  label: string;
  icon: IconName;
  isFilled?: boolean;
  tone?: 'danger';
  /** What it does (it takes the element to which the focus returns), or the page of the sheet that it opens. */
  does: ((origin: Element | null) => void) | 'days' | 'date' | 'emoji';
}

/** A task's actions in the order of the sheet. */
function actionsOf({ task, isWaiting, onEdit }: TaskActionsProps): readonly Action[] {
  const edit: Action = { key: 'edit', label: 'Edit title', icon: 'pencil', does: onEdit };
  const removal = { icon: 'trash', tone: 'danger' } as const;
  if (isWaiting)
    return [edit, { ...removal, key: 'discard', label: 'Discard', does: () => discardWaiting(task.id) }];
  const { starred, pinned, emoji, task_date } = task;
  const next = addDays(task_date, 1);
  const run = (change: (task: Task) => unknown) => () => void change(task);
  return [
    {
      key: 'star',
      label: starred ? 'Unstar task' : 'Star task',
      icon: 'star',
      isFilled: starred,
      does: run(star),
    },
    { key: 'pin', label: pinned ? 'Unpin task' : 'Pin task', icon: 'pin', isFilled: pinned, does: run(pin) },
    edit,
    { key: 'emoji', label: emoji === null ? 'Give emoji' : 'Change emoji', icon: 'smile', does: 'emoji' },
    { key: 'next-day', label: 'Move to next day', icon: 'arrowRight', does: () => void move(task, next) },
    { key: 'move-to', label: 'Move to', icon: 'calendarMove', does: 'days' },
    { ...removal, key: 'delete', label: 'Delete task', does: run(remove) },
  ];
}

/** In the strip the emoji comes first. */
const byEmojiFirst = (a: Action, b: Action) => Number(b.does === 'emoji') - Number(a.does === 'emoji');

const ANOTHER_DAY = 'Another day…';

/** The days that a task can be moved to: today, then the visible days, without the day it is on. */
function moveTargets({ task, start, today }: ShownTask) {
  const days = new Set([today, ...weekDays(start)]);
  days.delete(task.task_date);
  return [...days].map((day) => ({
    label: day === today ? 'Today' : `${weekdayName(day)}, ${dayLabel(day, today)}`,
    onSelect: () => void move(task, day),
  }));
}

/** A task's actions as a strip at the end of its row; 'More' opens the same in words, within reach of a thumb. */
export function TaskActions(props: TaskActionsProps) {
  const { task, rowId, isBusy, isShown, tabIndex, editRef } = props;
  const titleId = `${rowId}-title`;
  /** What is open: the picker or the dialog beside the strip, or a page of the sheet. */
  const [open, setOpen] = useState<'picker' | 'dialog' | 'actions' | 'days' | 'date' | 'emoji'>();
  const emojiRef = useRef<HTMLButtonElement>(null);
  const moreRef = useRef<HTMLButtonElement>(null);
  const actions = actionsOf(props);
  const targets = () => moveTargets(props);

  const isSheet = open !== undefined && open !== 'picker' && open !== 'dialog';
  const close = () => setOpen(undefined);

  function handleChosen(): void {
    if (open === 'picker') emojiRef.current?.focus();
    close();
  }

  const emojiChoices = <EmojiChoices task={task} onClose={handleChosen} />;
  const date = <MoveToDate task={task} onClose={close} />;

  const sheetLine = ({ label, icon, isFilled, tone, does }: Omit<Action, 'key'>) => (
    <button
      type="button"
      className={`${parts.line} ${parts.soft} ${styles.sheetLine}`}
      data-tone={tone}
      onClick={() => {
        if (typeof does === 'string') return setOpen(does);
        close();
        does(moreRef.current);
      }}
    >
      <Icon name={icon} size={20} isFilled={isFilled} />
      <span>{label}</span>
      {typeof does === 'string' && <Icon name="chevronRight" size={16} />}
    </button>
  );

  return (
    <>
      <div className={styles.actions} data-print="off">
        {actions.toSorted(byEmojiFirst).map(({ key, icon, isFilled = false, does, ...action }) => {
          const buttonProps = {
            ...action,
            ...(isShown && { icon, isFilled }),
            isBusy,
            tabIndex,
            'data-action': key,
            'aria-describedby': titleId,
          };
          if (does === 'emoji')
            return (
              <Fragment key={key}>
                <IconButton
                  {...buttonProps}
                  ref={emojiRef}
                  aria-describedby={task.emoji === null ? titleId : `${rowId}-emoji ${titleId}`}
                  aria-expanded={open === 'picker'}
                  onClick={() => setOpen(open === 'picker' ? undefined : 'picker')}
                />
                {open === 'picker' && (
                  <Popover anchorRef={emojiRef} onClose={close}>
                    {emojiChoices}
                  </Popover>
                )}
              </Fragment>
            );
          if (typeof does === 'string')
            return (
              <Menu
                key={key}
                menuLabel="Move to"
                isBusy={isBusy}
                getItems={() => [...targets(), { label: ANOTHER_DAY, onSelect: () => setOpen('dialog') }]}
              >
                {(button) => <IconButton {...buttonProps} {...button} />}
              </Menu>
            );
          const ref = key === 'edit' ? { ref: editRef } : {};
          return (
            <IconButton key={key} {...buttonProps} {...ref} onClick={() => does(document.activeElement)} />
          );
        })}
        {open === 'dialog' && (
          <Dialog title={task.title} onClose={close}>
            {date}
          </Dialog>
        )}
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
        onClick={() => setOpen('actions')}
      />
      {isSheet && (
        <Dialog title={task.title} place="bottom" onClose={close}>
          {open === 'emoji' && emojiChoices}
          {open === 'date' && date}
          {open === 'actions' && (
            <ul aria-label="Actions">
              {actions.map((action) => (
                <li key={action.key}>{sheetLine(action)}</li>
              ))}
            </ul>
          )}
          {open === 'days' && (
            <ul aria-label="Move to">
              {targets().map(({ label, onSelect }) => (
                <li key={label}>{sheetLine({ label, icon: 'calendar', does: onSelect })}</li>
              ))}
              <li>{sheetLine({ label: ANOTHER_DAY, icon: 'calendarMove', does: 'date' })}</li>
            </ul>
          )}
          {open !== 'date' && sheetLine({ label: 'Close', icon: 'close', does: close })}
        </Dialog>
      )}
    </>
  );
}
