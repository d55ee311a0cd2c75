import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  /** Called on Escape or a click outside the dialog. Render the dialog only while it is open. */
  onClose: () => void;
  /** Whether its action is running: the dialog cannot be closed meanwhile. */
  isBusy?: boolean;
  /** 'bottom' for choices on a touch screen, within reach of the thumb. */
  place?: 'middle' | 'bottom';
  children: ReactNode;
}

/**
 * A modal dialog, which has to be answered before the page can be used. It is the browser's own: it traps the focus, makes
 * the page behind it inert and returns the focus afterwards.
 */
export function Dialog({ title, onClose, isBusy = false, place = 'middle', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog?.open === false) dialog.showModal();
    // Close before the node is removed, so that the browser can return the focus: an ordinary effect's cleanup is too late.
    return () => dialog?.close();
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard uses Escape, handled by onCancel
    <dialog
      ref={ref}
      className={styles.dialog}
      data-place={place}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      onClick={(event) => {
        // The target is the dialog itself only for a click on the backdrop.
        if (event.target === event.currentTarget && !isBusy) onClose();
      }}
    >
      <div className={styles.content}>
        <h2 id={id} className={styles.title} dir="auto">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
