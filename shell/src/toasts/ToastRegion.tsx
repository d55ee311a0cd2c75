import { useEffect, useState, type ComponentType } from 'react';
import { atIdle } from '@space/platform/internal';
import { NoticeRegion } from '@space/ui/host';

/** A fallback that shows notices without the library. */
function PlainNotices() {
  return <NoticeRegion isLasting />;
}

/**
 * The region for notices (early ones are queued by the platform's `notify`). Its code loads once the page is idle, so that
 * it is available when the network is not. If it cannot be loaded, plain notices are shown until the network is back.
 */
export function ToastRegion() {
  const [Notices, setNotices] = useState<ComponentType | null>(null);

  useEffect(() => {
    const unmounted = new AbortController();
    async function load() {
      let next: ComponentType = PlainNotices;
      try {
        next = (await import('./Toaster.tsx')).Toaster;
      } catch {
        window.addEventListener('online', () => void load(), { once: true, signal: unmounted.signal });
      }
      if (!unmounted.signal.aborted) setNotices(() => next);
    }
    const cancel = atIdle(() => void load());
    return () => {
      cancel();
      unmounted.abort();
    };
  }, []);

  return Notices && <Notices />;
}
