import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { EMOJI_CHOICES } from '@space/domain';
import { Icon, linkedText } from '@space/ui';
import { pauseTask } from '../board/add.ts';
import { useEditor, type EditorOptions } from '../editing/useEditor.ts';
import styles from './parts.module.css';

interface TickProps extends ComponentProps<'input'> {
  /** The ids of the checkbox and the title begin with it. */
  id: string;
  title: string;
  /** A request is in flight: presses are ignored, the focus stays. */
  isBusy?: boolean;
  linkTabIndex?: number;
  /** In place of the title, while that is edited. */
  editor?: ReactNode;
  onToggle: () => void;
}

const clickProps: ComponentProps<'label'> = {
  /** Selecting letters of a title ends with a click, which must not tick its checkbox. */
  onClick(event) {
    const selection = getSelection();
    if (selection?.isCollapsed === false && selection.getRangeAt(0).intersectsNode(event.currentTarget)) {
      event.preventDefault();
    }
  },
};

/** A native checkbox, drawn round, and its label. It shows the confirmed state (`checked`), not the press. */
export function Tick(props: TickProps) {
  const { id, title, className, isBusy, linkTabIndex = 0, editor, onToggle, ...rest } = props;
  return (
    <>
      <input
        {...rest}
        id={`${id}-done`}
        type="checkbox"
        data-action="toggle"
        className={styles.checkbox}
        aria-label={editor ? title : undefined}
        aria-disabled={isBusy || undefined}
        onChange={() => {
          if (!isBusy) onToggle();
        }}
      />
      {editor || (
        <label {...clickProps} id={`${id}-title`} htmlFor={`${id}-done`} className={className} dir="auto">
          {linkedText(title, linkTabIndex)}
        </label>
      )}
    </>
  );
}

/**
 * The `ref` of a row in a list. When the row is removed, here or on another device, a focus in it moves to the same control
 * of the next row, else of the previous row, else to the button at the end of the list or the field that is open there.
 */
export function passFocusOn(row: HTMLElement | null) {
  // Runs before the row leaves the document.
  return () => {
    const active = document.activeElement;
    if (!active || !row?.contains(active)) return;
    const action = active.closest('[data-action]')?.getAttribute('data-action') ?? 'toggle';
    // A placeholder is inert, and cannot take the focus.
    const rows = [...(row.parentElement?.querySelectorAll(':scope > :not([inert])') ?? [])];
    const index = rows.indexOf(row);
    const neighbour = rows[index + 1] ?? rows[index - 1];
    const target =
      neighbour?.querySelector<HTMLElement>(`[data-action="${action}"]`) ??
      neighbour?.querySelector<HTMLElement>('[data-action]') ??
      row.closest('section')?.querySelector<HTMLElement>('[data-action="add"], form :is(input, textarea)');
    target?.focus({ preventScroll: true });
  };
}

/**
 * The state of something that opens in place of, or beside, its button (a composer, an editor). Closing returns the focus
 * to where it was (the button, or the element on which a shortcut was pressed), else to the button. That happens after the
 * commit, because closing may mount the button again. The focused field is gone by then, and nothing has the focus; if the
 * user has focused something else, it stays there.
 */
export function useDisclosure(isOpenAtFirst = false) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const openerRef = useRef<HTMLButtonElement>(null);
  const originRef = useRef<Element>(null);
  const isClosing = useRef(false);

  useLayoutEffect(() => {
    if (isOpen || !isClosing.current) return;
    isClosing.current = false;
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    const origin = originRef.current;
    const target = origin instanceof HTMLElement && origin.isConnected ? origin : openerRef.current;
    target?.focus({ preventScroll: true });
  }, [isOpen]);

  function openFrom(origin: Element | null): void {
    originRef.current = origin === document.body ? null : origin;
    setIsOpen(true);
  }

  function close(): void {
    isClosing.current = true;
    setIsOpen(false);
  }

  return { isOpen, openerRef, open: () => openFrom(document.activeElement), openFrom, close };
}

interface LineEditorProps extends EditorOptions {
  label: string;
  placeholder?: string;
}

/** One line of text, edited in place. */
export function LineEditor({ label, placeholder, ...options }: LineEditorProps) {
  const { formProps, inputProps, error } = useEditor(options);
  return (
    <form {...formProps} className={`${styles.stack} ${styles.editor}`}>
      <input
        {...inputProps}
        type="text"
        dir="auto"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        enterKeyHint="done"
      />
      {error && <p {...error} className={styles.error} />}
    </form>
  );
}

/** The title of a task, edited in place: meanwhile the task stays as it is. */
export function TitleEditor({ id, ...props }: Omit<LineEditorProps, 'label'> & { id: string }) {
  useEffect(() => pauseTask(id), [id]);
  return <LineEditor {...props} label="Task title" />;
}

/** How far a finger or mouse may move during a press, in CSS pixels. */
export const MAX_MOVEMENT = 10;

/** Where the last press began. */
let start = { x: 0, y: 0 };

/**
 * Keeps a press on the button where it began, even if the button moves: tasks that arrive between pointerdown and pointerup
 * shift everything below them, and the browser would not click it. Moving the pointer off the button still cancels the press
 * (WCAG 2.5.2).
 */
const pressCapture: ComponentProps<'button'> = {
  onPointerDown({ currentTarget, pointerId, clientX, clientY }) {
    start = { x: clientX, y: clientY };
    currentTarget.setPointerCapture(pointerId);
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }) {
    const isMoved = Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVEMENT;
    if (isMoved && currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
  },
};

/** The last line of a card: the button that opens the form for something new. */
export function AddButton({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      {...rest}
      {...pressCapture}
      type="button"
      className={`${styles.line} ${styles.add}`}
      data-print="off"
      data-action="add"
    >
      <Icon name="plus" />
      {label}
    </button>
  );
}

interface EmojiGridProps {
  id?: string;
  label: string;
  /** Hidden on a phone. */
  isFolded?: boolean;
  chosen: string | null;
  onChoose: (emoji: string) => void;
}

export function EmojiGrid({ id, label, isFolded = false, chosen, onChoose }: EmojiGridProps) {
  return (
    <div id={id} role="group" aria-label={label} className={styles.grid} data-folded={isFolded || undefined}>
      {EMOJI_CHOICES.map(({ emoji, name }) => (
        <button
          key={emoji}
          type="button"
          className={styles.choice}
          aria-label={name}
          title={name}
          aria-pressed={emoji === chosen}
          onClick={() => onChoose(emoji)}
        >
          <span aria-hidden="true">{emoji}</span>
        </button>
      ))}
    </div>
  );
}
