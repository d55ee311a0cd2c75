import { createRoot } from 'react-dom/client';
import { ToastContainer, toast, type CloseButtonProps, type Id } from 'react-toastify/unstyled';
import type { Notice } from '@space/platform';
import { onNotice } from '@space/platform/internal';
import { Button, Icon, IconButton } from '@space/ui';
import { focusHeading } from '@space/ui/host';
import './notices.css';
import { relationOf } from './relation.ts';

/** What a toast shows. Takes the notice, how many times it was raised, and what the library adds. */
function Content({ notice, count, closeToast }: { notice: Notice; count: number; closeToast?: () => void }) {
  const { tone, message, action } = notice;
  // A long text may be more than the three lines of the strip: the keyboard scrolls it.
  const tabIndex = message.length > 40 ? 0 : undefined;
  const handleClick = () => {
    action?.onSelect();
    closeToast?.();
  };
  return (
    <>
      <span className="notice-sign">
        <Icon name={tone === 'error' ? 'warning' : 'check'} />
      </span>
      <span className="notice-words" dir="auto" tabIndex={tabIndex}>
        {message}
      </span>
      {count > 1 && <span className="notice-count">{`×${count}`}</span>}
      {action && <Button onClick={handleClick}>{action.label}</Button>}
    </>
  );
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <IconButton className="Toastify__close-button" label="Close notice" onClick={closeToast}>
      <Icon name="close" size={16} />
    </IconButton>
  );
}

/** The toasts of notices without an action, and how many times each was raised. */
const toasts = new Map<Notice, { id: Id; count: number }>();

/**
 * Dismisses the toasts that a notice replaces, or counts it in a toast with the same message. (The library's `toastId` would
 * drop the notice until the old toast is gone.) Returns whether the notice needs a new toast.
 */
function makeRoom(next: Notice): boolean {
  for (const [other, entry] of toasts) {
    const relation = relationOf(other, next);
    if (!toast.isActive(entry.id)) toasts.delete(other);
    else if (relation === 'same') {
      entry.count += 1;
      // Announces it again, and restarts its time.
      toast.update(entry.id, { render: <Content notice={next} count={entry.count} /> });
      return false;
    } else if (relation === 'more') toast.dismiss(entry.id);
    else if (relation === 'less') return false;
  }
  return true;
}

function show(notice: Notice): void {
  const { tone, message, action } = notice;
  // Some browsers do not tell that a dialog closes.
  place();
  if (!makeRoom(notice)) return;
  const isBrief = tone === 'success' && !action && message.length <= 20;
  const id = toast(<Content notice={notice} count={1} />, {
    type: tone,
    autoClose: isBrief ? 2_000 : 5_000,
    pauseOnHover: !isBrief,
    // An error interrupts, a success waits its turn.
    role: tone === 'error' ? 'alert' : 'status',
  });
  if (!action) toasts.set(notice, { id, count: 1 });
}

const host = document.createElement('div');
// Also while it is empty: after a page with a paper format of its own it would print an empty sheet.
host.dataset['print'] = 'off';

/** Puts the notices where they can be pressed: a modal dialog makes the page inert, so they move into it while it is open. */
function place(closing?: EventTarget | null): void {
  const open = [...document.querySelectorAll('dialog:modal')].findLast((dialog) => dialog !== closing);
  const parent = open ?? document.body;
  if (host.parentElement !== parent) parent.append(host);
}

/**
 * A notice stays as long as the focus is in it (WCAG 2.2.1; the library pauses only for the mouse). When it is removed with
 * the focus, the focus returns to where it came from, otherwise to the heading of the page.
 */
function followFocus(): void {
  let origin: HTMLElement | null = null;
  host.addEventListener('focusin', ({ relatedTarget: from }) => {
    toast.pause();
    if (from instanceof HTMLElement && !host.contains(from)) origin = from;
  });
  host.addEventListener('focusout', ({ relatedTarget: to }) => {
    // To nowhere: perhaps it is being removed with its notice.
    if (!(to instanceof Node) || host.contains(to)) return;
    origin = null;
    toast.play();
  });
  // The library's own event comes before the removal, and a removed element fires no blur.
  new MutationObserver(() => {
    if (origin === null || document.activeElement !== document.body) return;
    if (origin.isConnected) origin.focus({ preventScroll: true });
    else focusHeading();
    origin = null;
    toast.play();
  }).observe(host, { childList: true, subtree: true });
}

/** Shows all notices of this document, first those that were raised before. It has a React root of its own, apart from the page. */
export function showNotices(): void {
  place();
  document.addEventListener('toggle', () => place(), true);
  // Before the dialog leaves the document, and the notices with it.
  const leave = ({ target, newState }: ToggleEvent) => newState === 'closed' && place(target);
  document.addEventListener('beforetoggle', leave, true);
  followFocus();
  createRoot(host).render(
    <ToastContainer newestOnTop transition={false} closeButton={CloseButton} icon={false} />,
  );
  onNotice(show);
}
