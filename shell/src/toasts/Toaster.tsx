import { useEffect } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { onNotice } from '@space/platform';
import { Icon } from '@space/ui';
import type { CloseButtonProps, Id } from 'react-toastify/unstyled';
import type { Notice } from '@space/platform';
import { NoticeContent } from './NoticeContent.tsx';
import { useNoticeFocus } from './useNoticeFocus.ts';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

/** The last toast of each sentence. */
const shown = new Map<string, Id>();

function show(notice: Notice): void {
  const { tone, message, action } = notice;
  // The same sentence is not stacked: said again, it takes the place of the one that stands or is just leaving, with
  // its full time and its announcement. (The library's own way, one `toastId` each, swallows it until the old one has
  // left.) One that carries an action stays, because each undoes something else.
  const sentence = `${tone}: ${message}`;
  const earlier = action ? undefined : shown.get(sentence);
  if (earlier !== undefined) toast.dismiss(earlier);
  const id = toast(<NoticeContent notice={notice} />, {
    type: tone,
    // An error interrupts, a success waits its turn.
    role: tone === 'error' ? 'alert' : 'status',
  });
  if (!action) shown.set(sentence, id);
}

/** The one place where notices are shown (library defaults: top right, five seconds, paused on hover). */
export function Toaster() {
  const { ref, ...focusProps } = useNoticeFocus();
  useEffect(() => onNotice(show), []);
  return (
    <div ref={ref} {...focusProps}>
      <ToastContainer closeButton={CloseButton} icon={false} />
    </div>
  );
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="Toastify__close-button" aria-label="Close notice" onClick={closeToast}>
      <Icon name="close" size={16} />
    </button>
  );
}
