import { useEffect, useState, type ComponentType } from 'react';
import { atIdle } from '@space/platform/internal';
import { NoticeRegion } from '@space/ui/host';

/** Notices without the library: what happened is said all the same. */
function PlainNotices() {
  return <NoticeRegion isLasting />;
}

/**
 * Keeps a place for notices (those that are raised early wait: platform, notify). Their code arrives once the page is at
 * rest, so that it is there when the network is not. When it cannot be had, plain ones do until the network is back.
 */
export function ToastRegion() {
  const [Notices, setNotices] = useState<ComponentType | null>(null);

  useEffect(() => {
    const gone = new AbortController();
    async function load() {
      let next: ComponentType = PlainNotices;
      try {
        next = (await import('./Toaster.tsx')).Toaster;
      } catch {
        window.addEventListener('online', () => void load(), { once: true, signal: gone.signal });
      }
      if (!gone.signal.aborted) setNotices(() => next);
    }
    const cancel = atIdle(() => void load());
    return () => {
      cancel();
      gone.abort();
    };
  }, []);

  return Notices && <Notices />;
}
