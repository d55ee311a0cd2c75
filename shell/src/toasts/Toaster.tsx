import { useEffect } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { onNotice } from '@space/platform/internal';
import { Icon } from '@space/ui';
import { isRepeated, isReplaced } from '@space/ui/host';
import type { CloseButtonProps, Id } from 'react-toastify/unstyled';
import type { Notice } from '@space/platform';
import { NoticeContent } from './NoticeContent.tsx';
import { useNoticeFocus } from './useNoticeFocus.ts';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

/** The last toast of each notice without an action. */
const shown = new Map<Notice, Id>();

/**
 * Makes room for a notice: those that it replaces leave. (The library's own way, one `toastId` each, swallows a notice until
 * the old one has left.) Returns whether there is anything left to say.
 */
function makeRoom(next: Notice): boolean {
  for (const [other, id] of shown) {
    if (!toast.isActive(id)) shown.delete(other);
    else if (isReplaced(other, next)) toast.dismiss(id);
    else if (isRepeated(other, next)) return false;
  }
  return true;
}

function show(notice: Notice): void {
  const { tone, action } = notice;
  if (!makeRoom(notice)) return;
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
