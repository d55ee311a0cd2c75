import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type SubmitEvent,
} from 'react';
import type { Outcome } from '@space/domain';
import { session } from '@space/platform';
import { afterPaint } from '../board/afterPaint.ts';

interface EditorOptions {
  /** The current text; '' for something new. */
  initial: string;
  /** The text that the field starts with, as if the user had typed it. */
  typed?: string | undefined;
  /** Text that could not be saved earlier, and why: shown again, without taking the focus. */
  draft?: { text: string; message: string } | undefined;
  /** A value that is saved with the text, such as an emoji: after a failure, changing it allows another try. */
  companion?: string | null;
  /**
   * Whether Enter submits empty text too, to show why it is refused (rule empty-title). Otherwise Enter closes silently.
   */
  sendsEmpty?: boolean;
  /** `isLeft`: the user has left the editor, perhaps by a press on something else. */
  save: (text: string, isLeft: boolean) => Promise<Outcome>;
  close: () => void;
}

const getUserId = () => session.getState().user?.id;

/**
 * An in-place editor. Enter and leaving it commit, also when the page is left; moving inside it does not. Escape cancels.
 * Empty or unchanged text closes silently. A failed save keeps the text, and only Enter retries it (rule failed-save). Each
 * opening commits at most once: a ref holds the phase. The blur handler is on the form, and the input is `readOnly` during
 * a save (never `disabled`, which blurs).
 *
 * Returns the props of the form, its input and the error, to be spread onto them.
 */
export function useEditor({
  initial,
  typed,
  draft,
  companion = null,
  sendsEmpty = false,
  save,
  close,
}: EditorOptions) {
  const [text, setText] = useState(draft?.text ?? typed ?? initial);
  const [error, setError] = useState(draft?.message ?? null);
  const [takesFocus] = useState(draft === undefined);
  const [isSaving, setIsSaving] = useState(false);
  const [userId] = useState(getUserId);
  const inputRef = useRef<HTMLInputElement>(null);
  const phase = useRef<'open' | 'saving' | 'closed'>('open');
  const failed = useRef(draft && { text: draft.text, companion });
  const errorId = useId();

  useLayoutEffect(() => {
    if (!takesFocus) return;
    inputRef.current?.focus();
    if (typed === undefined) inputRef.current?.select();
  }, [takesFocus, typed]);

  function finish() {
    phase.current = 'closed';
    close();
  }

  function hasNothingToSave() {
    const typed = text.trim();
    return (typed === '' || typed === initial) && companion === null;
  }

  async function commit(isLeft = false) {
    if (phase.current !== 'open') return;
    if (hasNothingToSave() && (isLeft || !sendsEmpty)) {
      finish();
      return;
    }
    phase.current = 'saving';
    setIsSaving(true);
    const outcome = await save(text, isLeft);
    if (outcome.ok) {
      // The saved text is painted first: the editor closes a frame later, so that it does not delay the paint.
      afterPaint(finish);
    } else {
      setIsSaving(false);
      phase.current = 'open';
      failed.current = { text, companion };
      setError(outcome.message);
    }
  }

  function leave() {
    // This text has failed already, and its error is shown: dismissing the notice must not send it again.
    const hasFailedBefore = text === failed.current?.text && companion === failed.current.companion;
    if (hasFailedBefore && !hasNothingToSave()) return;
    void commit(true);
  }

  // Back and forward unmount the page with its editors: no blur event is fired then.
  const commitOnUnmount = useEffectEvent(() => {
    if (getUserId() === userId) leave();
  });
  useEffect(() => () => commitOnUnmount(), []);

  function handleBlur(event: FocusEvent<HTMLFormElement>) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // The focus has gone to another tab or window: the input is still the active element here.
    if (event.currentTarget.contains(document.activeElement)) return;
    leave();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    // 229: Safari ends the composition before its Enter arrives, which only this code shows.
    const isComposing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
    if (event.key === 'Enter' && isComposing) event.preventDefault();
    if (event.key !== 'Escape' || isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (phase.current === 'open') finish();
  }

  /** Safari does not focus a pressed button: without this, a press inside the form would look like leaving it. */
  function handleMouseDown(event: MouseEvent<HTMLFormElement>) {
    if (event.target !== inputRef.current) event.preventDefault();
  }

  return {
    isSaving,
    cancel: () => {
      if (phase.current === 'open') finish();
    },
    /** Ends the editor without a commit: another field takes over the text. */
    handOver: () => {
      phase.current = 'closed';
    },
    formProps: {
      'aria-busy': isSaving || undefined,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void commit();
      },
      onBlur: handleBlur,
      onKeyDown: handleKeyDown,
      onMouseDown: handleMouseDown,
    },
    inputProps: {
      ref: inputRef,
      value: text,
      readOnly: isSaving,
      autoComplete: 'off',
      'aria-invalid': error !== null || undefined,
      'aria-describedby': error === null ? undefined : errorId,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
    },
    error: error === null ? null : { id: errorId, children: error },
  };
}
