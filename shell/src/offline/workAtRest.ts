import { whenIdle } from '@space/platform/internal';
import type { Visits } from './registerWorker.ts';

/**
 * Registers the service worker that the page names, if it names one (`site.json` can take it away; in development there is
 * none). Not before the first page is at rest: it helps the next visit, and this one shall not pay for it.
 */
export function workAtRest(visits: Visits): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content;
  if (!address || !('serviceWorker' in navigator)) return;
  whenIdle(() => {
    // A site that cannot be kept is a site all the same: no visitor could do anything about it.
    void import('./registerWorker.ts')
      .then(({ registerWorker }) => registerWorker(address, visits))
      .catch(() => {});
  });
}
