import { useEffect, useRef, type AnimationEvent, type FocusEvent } from 'react';
import { toast } from 'react-toastify/unstyled';
import { focusHeading } from '@space/ui/host';

/**
 * The element with all notices. A modal dialog lies above the page and makes it inert, so the element moves into the dialog
 * while that is open.
 */
export const noticeHost = document.createElement('div');
// Also while it is empty: after a page with a paper format of its own it would print an empty sheet.
noticeHost.dataset['print'] = 'off';

/** Puts the notices where they can be pressed: into the modal dialog that is open, else into the page. */
export function placeNotices(closing?: EventTarget | null): void {
  const open = [...document.querySelectorAll('dialog:modal')].findLast((dialog) => dialog !== closing);
  const parent = open ?? document.body;
  if (noticeHost.parentElement !== parent) parent.append(noticeHost);
}

/** Follows the dialogs from now on. Returns a function that stops it. */
export function followDialogs(): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('toggle', () => placeNotices(), options);
  // Before the dialog leaves the document, and the notices with it.
  document.addEventListener(
    'beforetoggle',
    ({ target, newState }) => newState === 'closed' && placeNotices(target),
    options,
  );
  placeNotices();
  return () => {
    listening.abort();
    noticeHost.remove();
  };
}

/**
 * Keyboard support for notices: a notice stays as long as the focus is in it (WCAG 2.2.1; the library pauses only for the
 * mouse). When it is removed with the focus, the focus returns to where it came from, otherwise to the heading of the page.
 *
 * Returns the props of the element around all notices.
 */
export function useNoticeFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const origin = useRef<HTMLElement | null>(null);

  useEffect(() => {
    // Observes the DOM: a removed element fires no blur, and the library's own event fires before the removal.
    const region = ref.current;
    if (!region) return;
    const observer = new MutationObserver(() => {
      if (origin.current === null || document.activeElement !== document.body) return;
      if (origin.current.isConnected) origin.current.focus({ preventScroll: true });
      else focusHeading();
      origin.current = null;
      toast.play();
    });
    observer.observe(region, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  return {
    ref,
    onFocus(event: FocusEvent<HTMLElement>) {
      toast.pause();
      const from = event.relatedTarget;
      if (from instanceof HTMLElement && !event.currentTarget.contains(from)) origin.current = from;
    },
    /** The library starts a notice's timer when its entrance animation ends, even if it is paused. */
    onAnimationEnd(event: AnimationEvent<HTMLElement>) {
      if (event.currentTarget.contains(document.activeElement)) toast.pause();
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      // Removed with its notice: the observer restores the focus. Otherwise the user has moved on.
      if (event.relatedTarget === null) return;
      origin.current = null;
      toast.play();
    },
  };
}
