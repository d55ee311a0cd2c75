import { useEffect } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { onNotice } from '@space/platform';
import type { CloseButtonProps } from 'react-toastify/unstyled';
import type { Notice } from '@space/platform';
import { NoticeContent } from './NoticeContent.tsx';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

function show(notice: Notice): void {
  toast(<NoticeContent notice={notice} />, {
    type: notice.tone,
    // An error interrupts, a success waits its turn.
    role: notice.tone === 'error' ? 'alert' : 'status',
    // The same sentence is not stacked; one that carries an action is, because each undoes something else.
    ...(notice.action ? {} : { toastId: `${notice.tone}: ${notice.message}` }),
  });
}

/** The one place where notices are shown (library defaults: top right, five seconds, paused on hover). */
export function Toaster() {
  useEffect(() => onNotice(show), []);
  return <ToastContainer closeButton={CloseButton} icon={false} />;
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="Toastify__close-button" aria-label="Close notice" onClick={closeToast}>
      ×
    </button>
  );
}
