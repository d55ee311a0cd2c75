import { useCallback, useState, type ClipboardEvent } from 'react';
import { readTaskLines, type DayKey } from '@space/domain';
import { session } from '@space/platform';
import { Button, Icon } from '@space/ui';
import { board } from '../board/board.ts';
import { EmojiGrid } from '../emoji/EmojiGrid.tsx';
import { useEditor } from '../editing/useEditor.ts';
import editorStyles from '../editing/LineEditor.module.css';
import { createId } from './createId.ts';
import styles from './Composer.module.css';
import { drafts } from './drafts.ts';

interface ComposerProps {
  day: DayKey;
  /** The text and emoji that it starts with, as if the user had entered them. */
  typed: { text: string; emoji: string | null } | null;
  /** Called when several lines are pasted. */
  onList: (text: string, emoji: string | null) => void;
  close: () => void;
}

/** The form for a new task. Remounted for each opening, so that each has one id and one commit (rule add-once). */
export function Composer({ day, typed, onList, close }: ComposerProps) {
  const [draft] = useState(() => drafts.get(day));
  const [id] = useState(() => draft?.id ?? createId());
  const [emoji, setEmoji] = useState(draft?.emoji ?? typed?.emoji ?? null);
  const { formProps, inputProps, error, isSaving, cancel, handOver } = useEditor({
    initial: '',
    typed: typed?.text,
    draft,
    companion: emoji,
    sendsEmpty: true,
    save,
    close: handleClose,
  });

  async function save(title: string, isLeft: boolean) {
    const userId = session.getState().user?.id;
    const saved = await board.getState().add(id, { title, emoji, task_date: day }, { showsPending: !isLeft });
    // No draft is stored for a user who has signed out meanwhile (rule sign-out).
    if (!saved.ok && userId === session.getState().user?.id) {
      drafts.set(day, { id, text: title, emoji, message: saved.message });
    }
    return saved;
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text/plain');
    if (isSaving || readTaskLines(text).length < 2) return;
    event.preventDefault();
    handOver();
    drafts.delete(day);
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    onList(value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? value.length), emoji);
  }

  function handleClose() {
    drafts.delete(day);
    close();
  }

  const handleChoose = useCallback(
    (choice: string) => {
      if (!isSaving) setEmoji((current) => (choice === current ? null : choice));
    },
    [isSaving],
  );

  return (
    <form {...formProps} className={styles.composer} data-print="off">
      <div className={styles.line}>
        <span className={styles.chosen} aria-hidden="true">
          {emoji ?? <Icon name="plus" />}
        </span>
        <input
          {...inputProps}
          type="text"
          dir="auto"
          className={`${editorStyles.input} ${styles.input}`}
          onPaste={handlePaste}
          aria-label="New task"
          placeholder="Enter task..."
          enterKeyHint="done"
        />
      </div>
      {error && <p {...error} className={styles.error} />}
      <EmojiGrid label="Emoji" chosen={emoji} onChoose={handleChoose} />
      <div className={styles.buttons}>
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
