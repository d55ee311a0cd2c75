/** A scroll has come to rest. */
const RESTED = 120;

/** Calls back whenever controls may have come to lie elsewhere: what is scrolled, opened, focused or resized. */
export function whenControlsMove(callback: () => void): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(callback, RESTED);
  };
  window.addEventListener('scroll', later, { passive: true, capture: true, signal });
  window.addEventListener('resize', later, { signal });
  document.addEventListener('focusin', later, { signal });
  const observer = new ResizeObserver(later);
  observer.observe(document.body);
  return () => {
    clearTimeout(timer);
    gone.abort();
    observer.disconnect();
  };
}
