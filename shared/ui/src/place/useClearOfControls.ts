import { useEffect, type RefObject } from 'react';
import { isOnline } from '@space/platform/internal';
import { onCall, onCallNow } from '../host/onCall.ts';

/**
 * Keeps a region of notices clear of all controls, from its first notice on. If the code for that cannot be loaded, notices
 * stay where the style sheet places them. Takes the region; `selector` matches the box in it to move.
 */
export function useClearOfControls(ref: RefObject<HTMLElement | null>, selector?: string): void {
  useEffect(() => {
    const region = ref.current;
    if (!region) return;
    let isUnmounted = false;
    let stop: (() => void) | null = null;
    const handleNotice = () => {
      const start = ({ keepClear }: NonNullable<ReturnType<typeof onCallNow>>) => {
        observer.disconnect();
        if (!isUnmounted) stop ??= keepClear(region, selector);
      };
      const parts = onCallNow();
      if (parts) start(parts);
      else if (isOnline()) onCall().then(start, () => {});
    };
    const observer = new MutationObserver(handleNotice);
    observer.observe(region, { childList: true, subtree: true });
    return () => {
      isUnmounted = true;
      observer.disconnect();
      stop?.();
    };
  }, [ref, selector]);
}
