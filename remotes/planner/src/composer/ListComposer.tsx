import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { MESSAGES, MAX_LINES, readTaskLines } from '@space/domain';
import { notify } from '@space/platform';
import { Button } from '@space/ui';
import { addAll } from '../board/add.ts';
import { silenceKeys } from '../keys/keyboard.tsx';
import parts from '../parts/parts.module.css';
import { createId, lists, type ComposerProps, type ListDraft, type Start } from './composer.ts';
import styles from './composer.module.css';

/**
 * The composer for several pasted lines: a field with one task in each line. Enter adds them and makes room for the next
 * task, Shift+Enter starts a line, Escape joins the lines into one; leaving adds nothing and keeps the list.
 */
export function ListComposer({ day, draft, restart, close }: ComposerProps & { draft: ListDraft }) {
  const [list, setList] = useState(draft);
  const [isSaving, setIsSaving] = useState(false);
  const [isTooLong, setIsTooLong] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const problemsId = useId();
  const lines = readTaskLines(list.text);
  const hasProblems = list.refused.length > 0 || isTooLong;

  useLayoutEffect(() => {
    const field = fieldRef.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  function update(next: ListDraft): void {
    lists.set(day, next);
    setList(next);
  }

  function finish(): void {
    lists.delete(day);
    silenceKeys();
    close();
  }

  function goOn(start: Start): void {
    lists.delete(day);
    restart(start);
  }

  function makeOneLine(): void {
    const text = lines.map(({ source }) => source).join(' ');
    if (!isSaving) goOn({ typed: { text, emoji: list.emoji } });
  }

  async function add(): Promise<void> {
    if (isSaving) return;
    if (lines.length === 0) return finish();
    setIsTooLong(lines.length > MAX_LINES);
    if (lines.length > MAX_LINES) return notify.error(MESSAGES.tasks.listTooLong);
    setIsSaving(true);
    const unmatched = [...list.refused];
    const sent = lines.map((line) => {
      // A line that was refused before keeps its id, so that it creates no second task.
      const index = unmatched.findIndex((known) => known.line.source === line.source);
      const [known] = index < 0 ? [] : unmatched.splice(index, 1);
      return { ...line, emoji: line.emoji ?? list.emoji, id: known?.line.id ?? createId() };
    });
    const refused = await addAll(sent, day);
    setIsSaving(false);
    const isLeft = !fieldRef.current?.form?.contains(document.activeElement);
    if (refused.length === 0) return isLeft ? finish() : goOn({ isNext: true });
    update({ ...list, text: refused.map(({ line }) => line.source).join('\n'), refused });
  }

  const formProps = {
    'aria-busy': isSaving || undefined,
    onSubmit(event: SubmitEvent) {
      event.preventDefault();
      void add();
    },
    onKeyDown(event: KeyboardEvent) {
      const { key, repeat, shiftKey, target, nativeEvent } = event;
      // 229: as in `useEditor`.
      if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
      if (key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        makeOneLine();
      } else if (key === 'Enter' && !shiftKey && (repeat || target === fieldRef.current)) {
        event.preventDefault();
        // A key that is held down sends nothing more.
        if (!repeat) void add();
      }
    },
  };

  return (
    <form {...formProps} className={`${parts.stack} ${styles.composer}`} data-print="off">
      <textarea
        ref={fieldRef}
        dir="auto"
        className={`${parts.input} ${styles.list}`}
        aria-label="New tasks, one in each line"
        aria-invalid={hasProblems || undefined}
        aria-describedby={hasProblems ? problemsId : undefined}
        rows={Math.min(8, Math.max(3, lines.length))}
        autoComplete="off"
        enterKeyHint="done"
        readOnly={isSaving}
        value={list.text}
        onChange={({ target }) => update({ ...list, text: target.value })}
      />
      {hasProblems && (
        <ul id={problemsId} className={`${parts.stack} ${parts.error} ${styles.problems}`}>
          {isTooLong && <li>{MESSAGES.tasks.listTooLong}</li>}
          {list.refused.map(({ line: { id, source }, message }) => (
            <li key={id}>
              <q className={styles.source} dir="auto">
                {source}
              </q>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className={parts.wrap}>
        <Button type="submit" look="primary" isBusy={isSaving}>
          {lines.length === 1 ? 'Add 1 task' : `Add ${lines.length} tasks`}
        </Button>
        <Button isBusy={isSaving} onClick={makeOneLine}>
          One line
        </Button>
      </div>
    </form>
  );
}
