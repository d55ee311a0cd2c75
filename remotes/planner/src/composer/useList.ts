import { useLayoutEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { MESSAGES, MAX_LINES, readTaskLines, type DayKey } from '@space/domain';
import { notify, session } from '@space/platform';
import { silenceKeys } from '../keys/keyboard.ts';
import { board } from '../board/board.ts';
import { lists, withIds, type ListDraft } from './lists.ts';

interface ListOptions {
  day: DayKey;
  draft: ListDraft;
  onOneLine: (text: string, emoji: string | null) => void;
  onAdded: () => void;
  close: () => void;
}

/**
 * The editor of a list of tasks. Enter adds them and makes room for the next task, Shift+Enter starts a line, Escape joins
 * the lines into one; leaving adds nothing and keeps the list. Refused lines stay (rule task-lists).
 */
export function useList({ day, draft, onOneLine, onAdded, close }: ListOptions) {
  const [list, setList] = useState(draft);
  const [isSaving, setIsSaving] = useState(false);
  const [isTooLong, setIsTooLong] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const isBusy = useRef(false);
  const lines = readTaskLines(list.text);

  useLayoutEffect(() => {
    const field = fieldRef.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  function update(next: ListDraft): void {
    lists.set(day, next);
    setList(next);
  }

  function finish(then = close): void {
    lists.delete(day);
    silenceKeys();
    then();
  }

  function makeOneLine(): void {
    if (isBusy.current) return;
    lists.delete(day);
    onOneLine(lines.map(({ source }) => source).join(' '), list.emoji);
  }

  async function add(): Promise<void> {
    if (isBusy.current) return;
    if (lines.length === 0) return finish();
    setIsTooLong(lines.length > MAX_LINES);
    if (lines.length > MAX_LINES) return notify.error(MESSAGES.tasks.listTooLong);
    isBusy.current = true;
    setIsSaving(true);
    const userId = session.getState().user?.id;
    const sent = withIds(
      lines.map((line) => ({ ...line, emoji: line.emoji ?? list.emoji })),
      list.refused,
    );
    const refused = await board.getState().addAll(sent, day);
    isBusy.current = false;
    setIsSaving(false);
    // No list is stored for a user who has signed out meanwhile (rule sign-out).
    if (userId !== session.getState().user?.id) return finish();
    const isLeft = !fieldRef.current?.form?.contains(document.activeElement);
    if (refused.length === 0) return finish(isLeft ? close : onAdded);
    update({
      ...list,
      text: refused.map(({ line }) => line.source).join('\n'),
      refused: refused.map(({ line: { id, source }, message }) => ({ id, source, message })),
    });
  }

  return {
    count: lines.length,
    refused: list.refused,
    isTooLong,
    isSaving,
    makeOneLine,
    formProps: {
      'aria-busy': isSaving || undefined,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void add();
      },
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
        // 229: as in `useEditor`.
        const isComposing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
        if (isComposing) return;
        // A key that is held down sends nothing more.
        if (event.key === 'Enter' && event.repeat && !event.shiftKey) event.preventDefault();
        else if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          makeOneLine();
        } else if (event.key === 'Enter' && !event.shiftKey && event.target === fieldRef.current) {
          event.preventDefault();
          void add();
        }
      },
    },
    fieldProps: {
      ref: fieldRef,
      value: list.text,
      readOnly: isSaving,
      'aria-invalid': list.refused.length > 0 || isTooLong || undefined,
      onChange: ({ target }: { target: HTMLTextAreaElement }) => update({ ...list, text: target.value }),
    },
  };
}
