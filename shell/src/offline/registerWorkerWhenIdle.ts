import { whenIdle } from '@space/platform/internal';
import type { RouterState } from './registerWorker.ts';

/**
 * Registers the service worker that the HTML of the page names, if any (`site.json` can remove it; in development there is
 * none). Waits until the first page is idle: a service worker helps the next visit and must not slow down this one.
 */
export function registerWorkerWhenIdle(router: RouterState): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content;
  if (!address || !('serviceWorker' in navigator)) return;
  whenIdle(() => {
    // The site works without a service worker, and a visitor could do nothing about the error.
    void import('./registerWorker.ts')
      .then(({ registerWorker }) => registerWorker(address, router))
      .catch(() => {});
  });
}
