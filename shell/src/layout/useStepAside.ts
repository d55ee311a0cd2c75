import { useEffect } from 'react';
import type { RefObject } from 'react';
import { controlsInView, overlaps, whenControlsMove } from '@space/ui/host';

/** Where fingers are, or little room: there what is fixed to the window lies on what the page has. */
const CROWDED = '(width < 48rem), (pointer: coarse)';

/** Marks a fixed element while it would lie on something that can be pressed, and while the page is scrolled. */
export function useStepAside(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const crowded = window.matchMedia(CROWDED);
    const set = (isAside: boolean) => ref.current?.toggleAttribute('data-aside', isAside);
    const look = () => {
      const box = ref.current?.getBoundingClientRect();
      if (!box || !crowded.matches) return set(false);
      const { controls, labels } = controlsInView(ref.current);
      return set([...controls, ...labels].some((other) => overlaps(box, other)));
    };
    const leave = () => set(crowded.matches);
    window.addEventListener('scroll', leave, { passive: true });
    const stop = whenControlsMove(look);
    return () => {
      window.removeEventListener('scroll', leave);
      stop();
    };
  }, [ref]);
}
