import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { ToastContainer, toast, type CloseButtonProps, type Id } from 'react-toastify/unstyled';
import { onNotice } from '@space/platform/internal';
import { Button, Icon } from '@space/ui';
import { isRepeated, isReplaced, isSaidAgain, noticeTabIndex, noticeTime } from '@space/ui/host';
import type { Notice } from '@space/platform';
import { followDialogs, noticeHost, placeNotices, useNoticeFocus } from './noticeHost.ts';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

interface NoticeContentProps {
  notice: Notice;
  count: number;
  closeToast?: () => void;
}

function NoticeContent({ notice, count, closeToast }: NoticeContentProps) {
  const { message, action, tone } = notice;
  return (
    <>
      <span className="notice-sign" data-notice>
        <Icon name={tone === 'error' ? 'warning' : 'check'} />
      </span>
      <span className="notice-words" dir="auto" tabIndex={noticeTabIndex(notice)}>
        {message}
      </span>
      {count > 1 && <span className="notice-count">{`×${count}`}</span>}
      {action && (
        <Button
          onClick={() => {
            action.onSelect();
            closeToast?.();
          }}
        >
          {action.label}
        </Button>
      )}
    </>
  );
}

/** The toasts of notices without an action, and how many times each was raised. */
const toasts = new Map<Notice, { id: Id; count: number }>();

/**
 * Makes room for a notice: dismisses the toasts that it replaces, or raises the count of a toast with the same message. (The
 * library's `toastId` would drop the notice until the old toast is gone.) Returns whether the notice needs a new toast.
 */
function makeRoom(next: Notice): boolean {
  for (const [other, entry] of toasts) {
    if (!toast.isActive(entry.id)) toasts.delete(other);
    else if (isSaidAgain(other, next)) {
      entry.count += 1;
      // Announces it again, and restarts its time.
      toast.update(entry.id, { render: <NoticeContent notice={next} count={entry.count} /> });
      return false;
    } else if (isReplaced(other, next)) toast.dismiss(entry.id);
    else if (isRepeated(other, next)) return false;
  }
  return true;
}

function show(notice: Notice): void {
  const { tone, action } = notice;
  // Some browsers do not tell that a dialog closes.
  placeNotices();
  if (!makeRoom(notice)) return;
  const id = toast(<NoticeContent notice={notice} count={1} />, {
    type: tone,
    autoClose: noticeTime(notice),
    // An error interrupts, a success waits its turn.
    role: tone === 'error' ? 'alert' : 'status',
  });
  if (!action) toasts.set(notice, { id, count: 1 });
}

/** The one place where notices are shown (library default: their time is paused on hover). */
export function Toaster() {
  const { ref, ...focusProps } = useNoticeFocus();
  useEffect(followDialogs, []);
  useEffect(() => onNotice(show), []);
  return createPortal(
    <div ref={ref} {...focusProps}>
      <ToastContainer position="bottom-left" newestOnTop closeButton={CloseButton} icon={false} />
    </div>,
    noticeHost,
  );
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="Toastify__close-button" aria-label="Close notice" onClick={closeToast}>
      <Icon name="close" size={16} />
    </button>
  );
}
