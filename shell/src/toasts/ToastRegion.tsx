import { Suspense, lazy, useEffect, useState } from 'react';

const Toaster = lazy(async () => ({ default: (await import('./Toaster.tsx')).Toaster }));

/** Keeps a place for notices. Their code arrives once the page is at rest, so that it is there when the network is not. */
export function ToastRegion() {
  const [isAtRest, setIsAtRest] = useState(false);
  useEffect(() => {
    const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
    const handle = whenIdle(() => {
      setIsAtRest(true);
    });
    return () => {
      (globalThis.cancelIdleCallback ?? clearTimeout)(handle);
    };
  }, []);
  return isAtRest ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
