import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type HTMLProps } from 'react';
import { isBlank, type Outcome } from '@space/domain';
import { session } from '@space/platform';
import { afterPaint } from '../board/board.ts';
import { SILENCE, silenceKeys } from '../keys/keyboard.tsx';

export interface EditorOptions {
  /** The current text; absent for something new. */
  initial?: string;
  /** The text that the field starts with, as if the user had typed it. */
  typed?: string | undefined;
  /** A value that is saved with the text, such as an emoji: after a failure, changing it allows another try. */
  companion?: string | null;
  /** Whether Enter submits empty text too, to show why it is refused. Otherwise Enter closes silently. */
  sendsEmpty?: boolean;
  /** For an editor of several texts: Enter hands over each, and unless it is refused, the field is emptied. */
  next?: ((text: string) => Outcome) | undefined;
  /** Whether this opening follows a text that was handed over: then Enter on an empty field closes it. */
  isNext?: boolean;
  /** Called when the page or the week is left with a text that could not be saved. Otherwise that text is dropped. */
  abandon?: ((text: string, message: string) => void) | undefined;
  /** `isLeft`: the user has left the editor, perhaps by a press on something else. */
  save: (text: string, isLeft: boolean) => Promise<Outcome>;
  close: () => void;
}

/** Runs a callback once no press is going on: the focus has moved, and what would move under the pointer was clicked. */
function afterPress(callback: () => void): void {
  afterPaint(() => {
    if (document.documentElement.matches(':active')) afterPress(callback);
    else callback();
  });
}

const getUserId = () => session.getState().user?.id;

/**
 * An in-place editor. Enter and leaving it commit, also when the page is left; moving inside it does not. Escape cancels.
 * Empty or unchanged text closes silently. A failed save keeps the text, and only Enter retries it. Each opening commits
 * at most once, or hands over each text once: a ref holds the phase. The blur handler is on the form, and the input is
 * `readOnly` during a save (never `disabled`, which blurs).
 *
 * Returns the props of the form, its input and the error, to be spread onto them.
 */
export function useEditor({
  initial = '',
  typed,
  companion = null,
  sendsEmpty = false,
  next,
  isNext = false,
  abandon,
  save,
  close,
}: EditorOptions) {
  const [text, setText] = useState(typed ?? initial);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [userId] = useState(getUserId);
  const inputRef = useRef<HTMLInputElement>(null);
  const phase = useRef<'open' | 'saving' | 'closed'>('open');
  const hasHandedOver = useRef(isNext);
  const failed = useRef<{ text: string; companion: string | null }>(undefined);
  /** The text that has just been taken back, and what to do with it if its user is typing the next one. */
  const takenBack = useRef<{ text: string; at: number; giveUp: () => void }>(null);
  /** What the field shows, for a response that arrives later. */
  const shown = useRef({ text, companion });
  const errorId = useId();

  useLayoutEffect(() => {
    inputRef.current?.focus();
    if (typed === undefined) inputRef.current?.select();
  }, [typed]);

  useLayoutEffect(() => {
    shown.current = { text, companion };
  }, [text, companion]);

  function finish(isLeft = false) {
    phase.current = 'closed';
    if (isLeft) return afterPress(close);
    silenceKeys();
    close();
  }

  function cancel() {
    if (phase.current === 'open') finish();
  }

  function showFailure(message: string, of = { text, companion }) {
    failed.current = of;
    setError(message);
  }

  function hasNothingToSave() {
    return (isBlank(text) || text.trim() === initial) && companion === null;
  }

  async function commit(isLeft = false) {
    if (phase.current !== 'open') return;
    if (hasNothingToSave() && (isLeft || !sendsEmpty || hasHandedOver.current)) return finish(isLeft);
    if (next && !isLeft) return handOver(next(text));
    phase.current = 'saving';
    setIsSaving(true);
    const outcome = await save(text, isLeft);
    // The saved text is painted first: the editor closes a frame later, so that it does not delay the paint.
    if (outcome.ok) return afterPaint(() => finish(isLeft));
    setIsSaving(false);
    phase.current = 'open';
    showFailure(outcome.message);
  }

  function handOver(outcome: Outcome) {
    if (!outcome.ok) return showFailure(outcome.message);
    hasHandedOver.current = true;
    shown.current = { text: '', companion: null };
    setText('');
    setError(null);
    // 'Add' may have been pressed by key.
    inputRef.current?.focus();
  }

  /**
   * Shows a text again that was handed over and could not be saved. Returns false if the field has gone or is in use. Calls
   * `giveUp` if the user is already typing the next text: then that has the field.
   */
  function takeBack(
    unsaved: { text: string; companion: string | null },
    message: string,
    giveUp: () => void,
  ): boolean {
    const isInUse = phase.current !== 'open' || shown.current.text !== '' || shown.current.companion !== null;
    if (inputRef.current === null || isInUse) return false;
    takenBack.current = { text: unsaved.text, at: performance.now(), giveUp };
    shown.current = unsaved;
    setText(unsaved.text);
    showFailure(message, unsaved);
    return true;
  }

  function change(value: string) {
    const back = takenBack.current;
    takenBack.current = null;
    if (!back || performance.now() - back.at > SILENCE || !value.startsWith(back.text)) return setText(value);
    back.giveUp();
    failed.current = undefined;
    setError(null);
    setText(value.slice(back.text.length));
  }

  /** Whether this text has failed already, and its error is shown: dismissing the notice must not send it again. */
  function hasFailedBefore() {
    return text === failed.current?.text && companion === failed.current.companion && !hasNothingToSave();
  }

  function leave() {
    if (!hasFailedBefore()) void commit(true);
  }

  // Back and forward unmount the page with its editors: no blur event is fired then.
  const commitOnUnmount = useEffectEvent(() => {
    if (getUserId() !== userId) return;
    if (phase.current === 'open' && hasFailedBefore()) abandon?.(text, error ?? '');
    else leave();
  });
  useEffect(() => () => commitOnUnmount(), []);

  const formProps: HTMLProps<HTMLFormElement> = {
    'aria-busy': isSaving || undefined,
    onSubmit(event) {
      event.preventDefault();
      void commit();
    },
    onBlur({ currentTarget, relatedTarget }) {
      if (currentTarget.contains(relatedTarget)) return;
      // The focus has gone to another tab or window: the input is still the active element here.
      if (currentTarget.contains(document.activeElement)) return;
      leave();
    },
    onKeyDown(event) {
      // 229: Safari ends the composition before its Enter arrives, which only this code shows.
      const isComposing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
      // A key that is held down sends nothing more.
      if (event.key === 'Enter' && (isComposing || event.repeat)) event.preventDefault();
      if (event.key !== 'Escape' || isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    },
    /** Safari does not focus a pressed button: without this, a press inside the form would look like leaving it. */
    onMouseDown(event) {
      if (event.target !== inputRef.current) event.preventDefault();
    },
  };
  const inputProps: HTMLProps<HTMLInputElement> = {
    ref: inputRef,
    value: text,
    readOnly: isSaving,
    autoComplete: 'off',
    'aria-invalid': error !== null || undefined,
    'aria-describedby': error === null ? undefined : errorId,
    onChange: ({ target }) => change(target.value),
  };

  return {
    isSaving,
    cancel,
    takeBack,
    /** Ends the editor without a commit: another field takes over the text. */
    end: () => {
      phase.current = 'closed';
    },
    formProps,
    inputProps,
    error: error === null ? null : { id: errorId, children: error },
  };
}
