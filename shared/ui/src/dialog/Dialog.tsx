import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  /** Escape, or a press beside the dialog. Render the dialog only while it is open. */
  onClose: () => void;
  /** Work is under way: it cannot be closed meanwhile. */
  isBusy?: boolean;
  /** 'bottom' for choices on a touch screen, where a thumb is. */
  place?: 'middle' | 'bottom';
  children: ReactNode;
}

/**
 * A question that has to be answered before the page goes on: the browser's own modal dialog, which keeps the focus
 * inside, makes the page behind it inert and gives the focus back to where it was.
 */
export function Dialog({ title, onClose, isBusy = false, place = 'middle', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog?.open === false) dialog.showModal();
    // Before the node goes, or the browser could not give the focus back: an ordinary effect is cleaned up too late.
    return () => dialog?.close();
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard's way is Escape, below
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
        // The dialog itself is only hit beside its content: on the backdrop.
        if (event.target === event.currentTarget && !isBusy) onClose();
      }}
    >
      <div className={styles.content}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
