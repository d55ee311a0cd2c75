import { useEffect, type RefObject } from 'react';
import { onCall } from '@space/ui/host';

/** Where fingers are, or little room: there what is fixed to the window lies on what the page has. */
const CROWDED = '(width < 48rem), (pointer: coarse)';

/** Marks a fixed element while it would lie on something that can be pressed, and while the page is scrolled. */
export function useStepAside(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const crowded = window.matchMedia(CROWDED);
    const set = (isAside: boolean) => ref.current?.toggleAttribute('data-aside', isAside);
    const leave = () => set(crowded.matches);
    let isGone = false;
    let stop: (() => void) | null = null;
    // A wide window with a mouse needs none of it.
    async function start(): Promise<void> {
      if (!crowded.matches || stop) return;
      const { controlsInView, overlaps, whenControlsMove } = await onCall();
      const look = () => {
        const box = ref.current?.getBoundingClientRect();
        if (!box || !crowded.matches) return set(false);
        const { controls, labels } = controlsInView(ref.current);
        return set([...controls, ...labels].some((other) => overlaps(box, other)));
      };
      if (!isGone) stop ??= whenControlsMove(look);
    }
    // Without its code the corner stays where it is.
    const tryStart = () => void start().catch(() => {});
    tryStart();
    crowded.addEventListener('change', tryStart);
    window.addEventListener('scroll', leave, { passive: true });
    return () => {
      isGone = true;
      crowded.removeEventListener('change', tryStart);
      window.removeEventListener('scroll', leave);
      stop?.();
    };
  }, [ref]);
}
