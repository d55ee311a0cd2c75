import type { InputHTMLAttributes, MouseEvent } from 'react';
import { linkedText } from '@space/ui';
import styles from './parts.module.css';

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  isChecked: boolean;
  /** A request is in flight: presses are ignored, the focus stays. */
  isBusy?: boolean;
  onToggle: () => void;
}

/** A native checkbox, drawn round. It shows the confirmed state, not the press: `isChecked` decides. */
export function Checkbox({ isChecked, isBusy = false, onToggle, ...rest }: CheckboxProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      className={styles.checkbox}
      checked={isChecked}
      aria-disabled={isBusy || undefined}
      onChange={() => {
        if (!isBusy) onToggle();
      }}
    />
  );
}

interface TitleLabelProps {
  id: string;
  /** The checkbox. */
  htmlFor: string;
  className: string | undefined;
  title: string;
  /** The `tabIndex` of the links in the title. */
  linkTabIndex?: number;
}

const clickProps = {
  /** Selecting letters of a title ends with a click, which must not tick its checkbox. */
  onClick(event: MouseEvent) {
    const selection = getSelection();
    if (selection?.isCollapsed === false && selection.getRangeAt(0).intersectsNode(event.currentTarget)) {
      event.preventDefault();
    }
  },
};

/** The title of a task or goal: its checkbox's label. */
export function TitleLabel({ id, htmlFor, className, title, linkTabIndex = 0 }: TitleLabelProps) {
  return (
    <label {...clickProps} id={id} htmlFor={htmlFor} className={className} dir="auto">
      {linkedText(title, linkTabIndex)}
    </label>
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
