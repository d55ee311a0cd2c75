import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

/**
 * Keeps a place for notices. Their code arrives once the page is at rest, so that it is there when the network is not; when
 * the network goes first, it arrives with it.
 */
export function ToastRegion() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);

  useEffect(() => {
    let isGone = false;
    async function load() {
      try {
        const module = await import('./Toaster.tsx');
        if (!isGone) setToaster(() => module.Toaster);
      } catch {
        // Notices wait (platform: notify) until somebody shows them.
        if (!isGone) window.addEventListener('online', () => void load(), { once: true });
      }
    }
    const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
    const handle = whenIdle(() => void load());
    return () => {
      isGone = true;
      (globalThis.cancelIdleCallback ?? clearTimeout)(handle);
    };
  }, []);

  return Toaster && <Toaster />;
}
