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
  /** What is there now; '' for something new. */
  initial: string;
  /** What is in the field already, as if it were typed. */
  typed?: string | undefined;
  /** What an earlier opening could not save, and why: it is shown again, without taking the focus. */
  draft?: { text: string; message: string } | undefined;
  /** What is saved along with the text and chosen beside it: after a failure, another choice is worth another try. */
  companion?: string | null;
  /**
   * Whether Enter sends what is empty as well, to be told why not (rule empty-title). Otherwise that closes without a word.
   */
  sendsEmpty?: boolean;
  /** Told whether the editor was left: the press that left it may be on something else. */
  save: (text: string, isLeft: boolean) => Promise<Outcome>;
  close: () => void;
}

const getUserId = () => session.getState().user?.id;

/**
 * An editor in place: Enter and leaving commit, also where the page is left with it; moving inside does not, Escape cancels,
 * empty or unchanged text closes silently, a failed save keeps the text and is tried again by Enter alone (rule failed-save),
 * and each opening commits at most once. Its shape: a form, focus-out on the form, a latch in a ref, and `readOnly` (never
 * `disabled`, which blurs) while the answer is awaited.
 *
 * Returns the properties of the form, of its input and of the error, to be spread onto them.
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
  const [isAsked] = useState(draft === undefined);
  const [isSaving, setIsSaving] = useState(false);
  const [userId] = useState(getUserId);
  const inputRef = useRef<HTMLInputElement>(null);
  const latch = useRef<'open' | 'saving' | 'closed'>('open');
  const failed = useRef(draft && { text: draft.text, companion });
  const errorId = useId();

  useLayoutEffect(() => {
    if (!isAsked) return;
    inputRef.current?.focus();
    if (typed === undefined) inputRef.current?.select();
  }, [isAsked, typed]);

  function finish() {
    latch.current = 'closed';
    close();
  }

  function hasNothing() {
    const typed = text.trim();
    return (typed === '' || typed === initial) && companion === null;
  }

  async function commit(isLeft = false) {
    if (latch.current !== 'open') return;
    if (hasNothing() && (isLeft || !sendsEmpty)) {
      finish();
      return;
    }
    latch.current = 'saving';
    setIsSaving(true);
    const outcome = await save(text, isLeft);
    if (outcome.ok) {
      // What was saved is shown first; the editor goes in the next frame and does not hold it up.
      afterPaint(finish);
    } else {
      setIsSaving(false);
      latch.current = 'open';
      failed.current = { text, companion };
      setError(outcome.message);
    }
  }

  function leave() {
    // It has failed, and says so beside the text: pressing its notice away must not bring that back.
    const isSame = text === failed.current?.text && companion === failed.current.companion;
    if (isSame && !hasNothing()) return;
    void commit(true);
  }

  // The browser's own way back or forward takes the page with its editors: nothing loses the focus then.
  const leaveWithPage = useEffectEvent(() => {
    if (getUserId() === userId) leave();
  });
  useEffect(() => () => leaveWithPage(), []);

  function handleBlur(event: FocusEvent<HTMLFormElement>) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // Another tab or window: the input is still where the person is.
    if (event.currentTarget.contains(document.activeElement)) return;
    leave();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    // 229: Safari ends the composition before its Enter arrives, and says so with this code alone.
    const isComposing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
    if (event.key === 'Enter' && isComposing) event.preventDefault();
    if (event.key !== 'Escape' || isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (latch.current === 'open') finish();
  }

  /** Safari does not focus a pressed button: without this, a press inside the form would look like leaving it. */
  function handleMouseDown(event: MouseEvent<HTMLFormElement>) {
    if (event.target !== inputRef.current) event.preventDefault();
  }

  return {
    isSaving,
    cancel: () => {
      if (latch.current === 'open') finish();
    },
    /** Ends it without a commit: what was typed goes on elsewhere. */
    handOver: () => {
      latch.current = 'closed';
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
