import { memo, useId, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import { newTaskInputSchema, readTaskLines, validate, type DayKey, type Outcome } from '@space/domain';
import { Button, Icon, IconButton } from '@space/ui';
import { add } from '../board/add.ts';
import { pendingTaskIds, useBoard, type SentTask } from '../board/board.ts';
import { refuse } from '../board/request.ts';
import { useEditor } from '../editing/useEditor.ts';
import { AddButton, EmojiGrid, useDisclosure } from '../parts/parts.tsx';
import parts from '../parts/parts.module.css';
import { ListComposer } from './ListComposer.tsx';
import { createId, keepFailed, lists, type ComposerProps, type Start } from './composer.ts';
import styles from './composer.module.css';

export const AddTask = memo(function AddTask({ day, headingId }: { day: DayKey; headingId: string }) {
  const { isOpen, openerRef, open, close } = useDisclosure(lists.has(day));
  const [start, setStart] = useState<Start>({});
  const list = lists.get(day);

  function handleClose() {
    setStart({});
    close();
  }

  if (!isOpen)
    return <AddButton ref={openerRef} label="Add task" aria-describedby={headingId} onClick={open} />;
  if (list) return <ListComposer day={day} draft={list} restart={setStart} close={handleClose} />;
  return <Composer {...start} day={day} restart={setStart} close={handleClose} />;
});

/** The form for new tasks: Enter adds one and leaves it open for the next. */
function Composer({ day, typed, isNext = false, restart, close }: ComposerProps & Start) {
  const [firstId] = useState(createId);
  /** The id of the task in the field: each text has one, which a retry keeps. */
  const id = useRef(firstId);
  const [emoji, setEmoji] = useState(typed?.emoji ?? null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const emojiId = useId();
  const pendingCount = useBoard((state) => pendingTaskIds(day)(state).length);
  const { formProps, inputProps, error, isSaving, cancel, takeBack, end } = useEditor({
    typed: typed?.text,
    companion: emoji,
    sendsEmpty: true,
    next,
    isNext,
    abandon: (title, refusal) => keepFailed({ id: id.current, title, emoji, task_date: day, refusal }),
    save: (title, isLeft) => send({ id: id.current, title, emoji, task_date: day }, !isLeft),
    close,
  });

  // The tasks that are added above push it down: it stays in view.
  useLayoutEffect(() => {
    const form = formRef.current;
    if (pendingCount > 0 && form?.contains(document.activeElement)) form.scrollIntoView({ block: 'nearest' });
  }, [pendingCount]);

  async function send(task: SentTask, showsPending: boolean): Promise<Outcome> {
    const saved = await add(task, showsPending);
    const isStillShown = id.current === task.id && formRef.current !== null;
    if (saved.ok || isStillShown) return saved;
    const keep = () => keepFailed({ ...task, refusal: saved.message });
    const giveUp = () => {
      beginNext();
      keep();
    };
    if (takeBack({ text: task.title, companion: task.emoji }, saved.message, giveUp)) {
      id.current = task.id;
      setEmoji(task.emoji);
    } else keep();
    return saved;
  }

  function beginNext() {
    id.current = createId();
    setEmoji(null);
  }

  function next(title: string): Outcome {
    const task = { id: id.current, title, emoji, task_date: day };
    const checked = validate(newTaskInputSchema, task);
    if (!checked.ok) return refuse(checked.message);
    beginNext();
    setIsUnfolded(false);
    void send(task, true);
    return { ok: true };
  }

  /** Several lines that are pasted or dropped become a list. */
  function takeLines(event: SyntheticEvent<HTMLInputElement>, data: DataTransfer) {
    const pasted = data.getData('text/plain');
    if (isSaving || readTaskLines(pasted).length < 2) return;
    event.preventDefault();
    end();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const text = value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length);
    lists.set(day, { text, emoji, refused: [] });
    restart({});
  }

  function handleChoose(choice: string) {
    if (!isSaving) setEmoji(choice === emoji ? null : choice);
  }

  return (
    <form {...formProps} ref={formRef} className={`${parts.stack} ${styles.composer}`} data-print="off">
      <div className={`${parts.line} ${styles.line}`}>
        <span className={styles.chosen} aria-hidden="true">
          {emoji ?? <Icon name="plus" />}
        </span>
        <input
          {...inputProps}
          type="text"
          dir="auto"
          className={`${parts.input} ${styles.input}`}
          onPaste={(event) => takeLines(event, event.clipboardData)}
          onDrop={(event) => takeLines(event, event.dataTransfer)}
          aria-label="New task"
          placeholder="Enter task..."
          enterKeyHint="done"
        />
        <IconButton
          icon="smile"
          label="Emoji"
          className={styles.fold}
          aria-expanded={isUnfolded}
          aria-controls={emojiId}
          onClick={() => setIsUnfolded(!isUnfolded)}
        />
      </div>
      {error && <p {...error} className={parts.error} />}
      <EmojiGrid id={emojiId} label="Emoji" isFolded={!isUnfolded} chosen={emoji} onChoose={handleChoose} />
      <div className={parts.wrap}>
        <Button type="submit" look="primary" isBusy={isSaving}>
          Add
        </Button>
        <Button isBusy={isSaving} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
