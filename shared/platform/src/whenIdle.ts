/** How long a document is waited for that does not finish loading: something in it may never be answered. */
const LONGEST_LOAD = 5_000;
/** How long an idle moment is waited for. */
const LONGEST_WAIT = 2_000;
/** Safari before 26 has no idle callback: a moment after everything has loaded is nearly as good. */
const SOON = 300;

/**
 * Calls back once, when the browser is idle, though the document may still be loading.
 *
 * Returns a function that calls it off.
 */
export function atIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(callback, { timeout: LONGEST_WAIT });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(callback, SOON);
  return () => clearTimeout(timer);
}

/**
 * Calls back once, after the document has loaded and when the browser is idle.
 *
 * Returns a function that calls it off.
 */
export function whenIdle(callback: () => void): () => void {
  if (document.readyState === 'complete') return atIdle(callback);
  let cancel = () => {};
  const wait = () => {
    cancel();
    cancel = atIdle(callback);
  };
  const timer = setTimeout(wait, LONGEST_LOAD);
  window.addEventListener('load', wait, { once: true });
  cancel = () => {
    clearTimeout(timer);
    window.removeEventListener('load', wait);
  };
  return () => cancel();
}
