import { useCallback, useRef, useState, type Ref } from 'react';
import { addDays, type Task } from '@space/domain';
import { Dialog, Icon, IconButton, Menu, type IconName } from '@space/ui';
import { discardWaiting } from '../board/waiting.ts';
import { changeEmoji, move, pin, remove, star } from '../board/change.ts';
import { EmojiChoices, EmojiPicker } from '../parts/EmojiChoices.tsx';
import { ANOTHER_DAY, MoveToDate, moveTargets, type ShownTask } from './moveTo.tsx';
import styles from './task.module.css';

interface Action {
  label: string;
  icon: IconName;
  isFilled?: boolean;
  tone?: 'danger';
  onClick: () => void;
  /** Opens another page of the sheet instead of closing it. */
  opensPage?: boolean;
}

/** A task's actions that need no further choice, by their keys. */
function actionsOf(task: Task, edit: () => void) {
  return {
    star: {
      label: task.starred ? 'Unstar task' : 'Star task',
      icon: 'star',
      isFilled: task.starred,
      onClick: () => void star(task),
    },
    pin: {
      label: task.pinned ? 'Unpin task' : 'Pin task',
      icon: 'pin',
      isFilled: task.pinned,
      onClick: () => void pin(task),
    },
    edit: { label: 'Edit title', icon: 'pencil', onClick: edit },
    'next-day': {
      label: 'Move to next day',
      icon: 'arrowRight',
      onClick: () => void move(task, addDays(task.task_date, 1)),
    },
    delete: { label: 'Delete task', icon: 'trash', tone: 'danger', onClick: () => void remove(task) },
    discard: { label: 'Discard', icon: 'trash', tone: 'danger', onClick: () => discardWaiting(task.id) },
  } as const satisfies Record<string, Action>;
}

const emojiLabel = ({ emoji }: Task) => (emoji === null ? 'Give emoji' : 'Change emoji');

interface TaskActionsProps extends ShownTask {
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
  const { task, isWaiting, isBusy, isShown, tabIndex, titleId, emojiId, editRef, onEdit } = props;
  const [open, setOpen] = useState<'emoji' | 'date'>();
  const emojiRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(undefined), []);
  const actions = actionsOf(task, onEdit);

  const shared = { isBusy, tabIndex, 'aria-describedby': titleId };
  const iconProps = (icon: IconName, isFilled = false) => (isShown ? { icon, isFilled } : {});
  const buttonProps = (key: keyof typeof actions) => {
    const { icon, isFilled, ...action }: Action = actions[key];
    return { ...shared, ...iconProps(icon, isFilled), ...action, 'data-action': key };
  };
  return (
    <div className={styles.actions} data-print="off">
      {!isWaiting && (
        <>
          <IconButton
            {...shared}
            {...iconProps('smile')}
            ref={emojiRef}
            label={emojiLabel(task)}
            data-action="emoji"
            aria-describedby={task.emoji === null ? titleId : `${emojiId} ${titleId}`}
            aria-expanded={open === 'emoji'}
            onClick={() => setOpen(open === 'emoji' ? undefined : 'emoji')}
          />
          {open === 'emoji' && (
            <EmojiPicker
              anchorRef={emojiRef}
              chosen={task.emoji}
              onClose={close}
              onChoose={(emoji) => void changeEmoji(task, emoji)}
            />
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
            getItems={() => [...moveTargets(props), { label: ANOTHER_DAY, onSelect: () => setOpen('date') }]}
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
          {open === 'date' && (
            <Dialog title={task.title} onClose={close}>
              <MoveToDate task={task} onClose={close} />
            </Dialog>
          )}
        </>
      )}
      <IconButton {...buttonProps(isWaiting ? 'discard' : 'delete')} />
    </div>
  );
}

interface TaskSheetProps extends ShownTask {
  onEdit: () => void;
  onClose: () => void;
}

/** The same actions with text labels, at the bottom of the window, within reach of a thumb. */
export function TaskSheet({ onEdit, onClose, ...shown }: TaskSheetProps) {
  const { task } = shown;
  const [page, setPage] = useState<'actions' | 'days' | 'date' | 'emoji'>('actions');

  function lines(): Action[] {
    const opens = (next: typeof page) => ({ opensPage: true, onClick: () => setPage(next) });
    if (page === 'days') {
      return [
        ...moveTargets(shown).map(({ label, onSelect }): Action => ({
          label,
          icon: 'calendar',
          onClick: onSelect,
        })),
        { label: ANOTHER_DAY, icon: 'calendarMove', ...opens('date') },
      ];
    }
    const actions = actionsOf(task, onEdit);
    if (shown.isWaiting) return [actions.edit, actions.discard];
    return [
      actions.star,
      actions.pin,
      actions.edit,
      { label: emojiLabel(task), icon: 'smile', ...opens('emoji') },
      actions['next-day'],
      { label: 'Move to', icon: 'calendarMove', ...opens('days') },
      actions.delete,
    ];
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
          {lines().map(({ label, icon, isFilled, tone, opensPage, onClick }) => (
            <li key={label}>
              <button
                type="button"
                className={styles.sheetLine}
                data-tone={tone}
                onClick={() => {
                  if (!opensPage) onClose();
                  onClick();
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
        <button type="button" className={styles.sheetLine} onClick={onClose}>
          <Icon name="close" size={20} />
          Close
        </button>
      )}
    </Dialog>
  );
}
