import { useCallback, useRef, useState, type Ref } from 'react';
import { addDays, type Task } from '@space/domain';
import { Dialog, Icon, IconButton, Menu, Popover, type IconName } from '@space/ui';
import { discardWaiting } from '../board/add.ts';
import { changeEmoji, move, pin, remove, star } from '../board/change.ts';
import { EmojiChoices } from '../parts/EmojiChoices.tsx';
import { ANOTHER_DAY, MoveToDate, moveTargets, type ShownTask } from './moveTo.tsx';
import styles from './task.module.css';

interface Action {
  label: string;
  icon: IconName;
  isFilled?: boolean;
  tone?: 'danger';
  /** What it does, or the page of the sheet that it opens. */
  does: (() => void) | 'days' | 'date' | 'emoji';
}

/** A task's actions by their keys. */
function actionsOf(task: Task, edit: () => void) {
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
    edit: { label: 'Edit title', icon: 'pencil', does: edit },
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
 * A task's action buttons, as a strip at the end of its row, in the gap between two lines of text. 'More' opens the same in
 * a sheet.
 */
export function TaskActions(props: TaskActionsProps) {
  const { task, isWaiting, rowId, isBusy, isShown, tabIndex, editRef, onEdit } = props;
  const titleId = `${rowId}-title`;
  const [open, setOpen] = useState<'emoji' | 'date' | 'sheet'>();
  const emojiRef = useRef<HTMLButtonElement>(null);
  const moreRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(undefined), []);
  const actions = actionsOf(task, () => onEdit(document.activeElement));

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
                <EmojiChoices
                  chosen={task.emoji}
                  onChoose={(emoji) => void changeEmoji(task, emoji)}
                  onClose={() => {
                    emojiRef.current?.focus();
                    close();
                  }}
                />
              </Popover>
            )}
            <IconButton {...buttonProps('star')} />
            <IconButton {...buttonProps('pin')} />
          </>
        )}
        <IconButton {...buttonProps('edit')} ref={editRef} />
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
                <MoveToDate task={task} onClose={close} />
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
        onClick={() => setOpen('sheet')}
      />
      {open === 'sheet' && <TaskSheet {...props} onEdit={() => onEdit(moreRef.current)} onClose={close} />}
    </>
  );
}

interface TaskSheetProps extends ShownTask {
  onEdit: () => void;
  onClose: () => void;
}

/** The same actions with text labels, at the bottom of the window, within reach of a thumb. */
function TaskSheet({ onEdit, onClose, ...shown }: TaskSheetProps) {
  const { task, isWaiting } = shown;
  const [page, setPage] = useState<'actions' | 'days' | 'date' | 'emoji'>('actions');

  function lines(): readonly Action[] {
    const { star, pin, edit, emoji, discard, ...actions } = actionsOf(task, onEdit);
    if (isWaiting) return [edit, discard];
    if (page === 'actions')
      return [star, pin, edit, emoji, actions['next-day'], actions['move-to'], actions.delete];
    const targets = moveTargets(shown);
    return [
      ...targets.map(({ label, onSelect }): Action => ({ label, icon: 'calendar', does: onSelect })),
      { label: ANOTHER_DAY, icon: 'calendarMove', does: 'date' },
    ];
  }

  function handlePress(does: Action['does']): void {
    if (typeof does === 'string') return setPage(does);
    onClose();
    does();
  }

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
        <ul key={page} aria-label={page === 'days' ? 'Move to' : 'Actions'}>
          {lines().map(({ label, icon, isFilled, tone, does }) => (
            <li key={label}>
              <button
                type="button"
                className={styles.sheetLine}
                data-tone={tone}
                onClick={() => handlePress(does)}
              >
                <Icon name={icon} size={20} isFilled={isFilled} />
                <span>{label}</span>
                {typeof does === 'string' && <Icon name="chevronRight" size={16} />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {page !== 'date' && (
        <button type="button" className={styles.sheetLine} onClick={onClose}>
          <Icon name="close" size={20} />
          Close
        </button>
      )}
    </Dialog>
  );
}
