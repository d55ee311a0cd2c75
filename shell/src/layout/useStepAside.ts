import { useEffect, type RefObject } from 'react';
import { onCall } from '@space/ui/host';

/** A small window or a touch screen: there a fixed element may cover the content of the page. */
const SMALL_OR_TOUCH = '(width < 48rem), (pointer: coarse)';

/** Marks a fixed element (`data-aside`) while it would cover a control, and while the page is scrolled. */
export function useStepAside(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const smallOrTouch = window.matchMedia(SMALL_OR_TOUCH);
    const set = (isAside: boolean) => ref.current?.toggleAttribute('data-aside', isAside);
    const handleScroll = () => set(smallOrTouch.matches);
    let isUnmounted = false;
    let stop: (() => void) | null = null;
    // A wide window with a mouse needs none of this.
    async function start(): Promise<void> {
      if (!smallOrTouch.matches || stop) return;
      const { controlsInView, overlaps, whenControlsMove } = await onCall();
      const update = () => {
        const box = ref.current?.getBoundingClientRect();
        if (!box || !smallOrTouch.matches) return set(false);
        const { controls, labels } = controlsInView(ref.current);
        return set([...controls, ...labels].some((other) => overlaps(box, other)));
      };
      if (!isUnmounted) stop ??= whenControlsMove(update);
    }
    // If the code cannot be loaded, the element stays visible.
    const tryStart = () => void start().catch(() => {});
    tryStart();
    smallOrTouch.addEventListener('change', tryStart);
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      isUnmounted = true;
      smallOrTouch.removeEventListener('change', tryStart);
      window.removeEventListener('scroll', handleScroll);
      stop?.();
    };
  }, [ref]);
}
