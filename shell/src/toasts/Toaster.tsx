import { useEffect } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { includesReason } from '@space/domain';
import { onNotice } from '@space/platform/internal';
import { Icon } from '@space/ui';
import type { CloseButtonProps, Id } from 'react-toastify/unstyled';
import type { Notice } from '@space/platform';
import { NoticeContent } from './NoticeContent.tsx';
import { useNoticeFocus } from './useNoticeFocus.ts';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

/** The last toast of each notice without an action. */
const shown = new Map<Notice, Id>();

/**
 * Makes room for a notice. The same sentence is not stacked: said again, it takes the place of the one that stands or is
 * just leaving, with its full time and its announcement. (The library's own way, one `toastId` each, swallows it until the
 * old one has left.) So does a notice that ends with that sentence as its reason; and what such a one says already is not
 * said once more by itself: the act that found the session lost and the shell speak of the same.
 *
 * Returns whether there is anything left to say.
 */
function makeRoom({ tone, message }: Notice): boolean {
  for (const [other, id] of shown) {
    if (!toast.isActive(id)) shown.delete(other);
    else if (other.tone === tone && includesReason(message, other.message)) toast.dismiss(id);
    else if (other.tone === tone && includesReason(other.message, message)) return false;
  }
  return true;
}

function show(notice: Notice): void {
  const { tone, action } = notice;
  // One that carries an action stays, because each undoes something else.
  if (!action && !makeRoom(notice)) return;
  const id = toast(<NoticeContent notice={notice} />, {
    type: tone,
    // An error interrupts, a success waits its turn.
    role: tone === 'error' ? 'alert' : 'status',
  });
  if (!action) shown.set(notice, id);
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
