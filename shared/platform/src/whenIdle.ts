/** The timeout for the document's load event, in milliseconds: a request of the page may never finish. */
const LOAD_TIMEOUT = 5_000;
/** The timeout for an idle moment, in milliseconds. */
const IDLE_TIMEOUT = 2_000;
/** The delay in Safari before 26, which has no requestIdleCallback, in milliseconds. */
const FALLBACK_DELAY = 300;

/**
 * Calls back once when the browser is idle, even if the document is still loading.
 *
 * Returns a function that cancels the callback.
 */
export function atIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(callback, FALLBACK_DELAY);
  return () => clearTimeout(timer);
}

/**
 * Calls back once when the document has loaded and the browser is idle.
 *
 * Returns a function that cancels the callback.
 */
export function whenIdle(callback: () => void): () => void {
  if (document.readyState === 'complete') return atIdle(callback);
  let cancel = () => {};
  const wait = () => {
    cancel();
    cancel = atIdle(callback);
  };
  const timer = setTimeout(wait, LOAD_TIMEOUT);
  window.addEventListener('load', wait, { once: true });
  cancel = () => {
    clearTimeout(timer);
    window.removeEventListener('load', wait);
  };
  return () => cancel();
}
