/** How long after the last event the callback runs, in milliseconds. */
const SETTLE_DELAY = 120;

/** Calls back when controls may have moved: after scrolling, focus changes and resizes. Returns a function that stops it. */
export function whenControlsMove(callback: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(callback, SETTLE_DELAY);
  };
  window.addEventListener('scroll', schedule, { passive: true, capture: true, signal });
  window.addEventListener('resize', schedule, { signal });
  document.addEventListener('focusin', schedule, { signal });
  const observer = new ResizeObserver(schedule);
  observer.observe(document.body);
  return () => {
    clearTimeout(timer);
    listening.abort();
    observer.disconnect();
  };
}
