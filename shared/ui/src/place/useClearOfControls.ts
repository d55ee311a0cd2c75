import { useEffect, type RefObject } from 'react';
import { isOnline } from '@space/platform/internal';
import { onCall, onCallNow } from '../host/onCall.ts';

/**
 * Keeps a region of notices clear of all controls, from its first notice on. Where the code for that cannot be had, notices
 * stay where the style sheet puts them. Takes the region; `selector` finds the box in it that is moved.
 */
export function useClearOfControls(ref: RefObject<HTMLElement | null>, selector?: string): void {
  useEffect(() => {
    const region = ref.current;
    if (!region) return;
    let isGone = false;
    let stop: (() => void) | null = null;
    const handleNotice = () => {
      const start = ({ keepClear }: NonNullable<ReturnType<typeof onCallNow>>) => {
        observer.disconnect();
        if (!isGone) stop ??= keepClear(region, selector);
      };
      const parts = onCallNow();
      if (parts) start(parts);
      else if (isOnline()) onCall().then(start, () => {});
    };
    const observer = new MutationObserver(handleNotice);
    observer.observe(region, { childList: true, subtree: true });
    return () => {
      isGone = true;
      observer.disconnect();
      stop?.();
    };
  }, [ref, selector]);
}
