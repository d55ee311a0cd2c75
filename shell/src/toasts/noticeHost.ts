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
