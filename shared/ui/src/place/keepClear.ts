import { controlsInView } from './controlsInView.ts';
import { freePlace, overlaps } from './freePlace.ts';
import { whenControlsMove } from './whenControlsMove.ts';

/** The widths to try for notices, in rem. The narrow ones fit between the two columns of controls in rows on a phone. */
const WIDTHS = [24, 16, 11.5];

/**
 * Moves a fixed box to a place where it covers no control (rule notice-place), near the top end corner. It does not move
 * while it covers no control, or while the pointer or the focus is in it.
 */
function place(box: HTMLElement): void {
  if (box.childElementCount === 0 || box.matches(':hover, :focus-within')) return;
  const { controls, labels } = controlsInView(box);
  const view = { width: document.documentElement.clientWidth, height: innerHeight };
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const now = { left: box.offsetLeft, top: box.offsetTop, width: box.offsetWidth, height: box.offsetHeight };
  const here = { ...now, right: now.left + now.width, bottom: now.top + now.height };
  const isInside = here.left >= 0 && here.top >= 0 && here.right <= view.width && here.bottom <= view.height;
  if (box.style.left !== '' && isInside && !controls.some((control) => overlaps(control, here))) return;

  for (const taken of [[...controls, ...labels], controls]) {
    for (const width of WIDTHS) {
      box.style.setProperty('--notice-width', `${Math.min(width * rem, view.width - 16)}px`);
      const found = freePlace({ width: box.offsetWidth, height: box.offsetHeight }, taken, view);
      if (!found) continue;
      box.style.left = `${found.left}px`;
      box.style.top = `${found.top}px`;
      return;
    }
  }
  box.removeAttribute('style');
}

/** Keeps the box in a region of notices clear of all controls. Returns a function that stops this. */
export function keepClear(region: HTMLElement, selector?: string): () => void {
  const find = () => (selector === undefined ? region : region.querySelector<HTMLElement>(selector));
  const handle = () => {
    const box = find();
    if (box) place(box);
  };
  // After a resize its place may be outside the window. The style sheet's place is inside; use it until the next check.
  const reset = () => find()?.removeAttribute('style');
  window.addEventListener('resize', reset);
  const observer = new MutationObserver(handle);
  observer.observe(region, { childList: true, subtree: true });
  const stop = whenControlsMove(handle);
  handle();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', reset);
    stop();
  };
}
