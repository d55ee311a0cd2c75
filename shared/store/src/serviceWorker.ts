import { readWhole } from './pageParts.ts';
import type { ReleaseRecord, SiteConfiguration } from './schema.ts';

/** The service worker's file, in the shell's release and at the root of the site: it rules what lies below its address. */
export const SERVICE_WORKER = 'service-worker.js';

/**
 * Takes the place of a service worker that is switched off, or of one of another release where the shell has none: browsers
 * ask for it at each opening of a page. It forgets what was kept and unregisters itself; open pages go on.
 */
const FAREWELL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const forget = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('better-space-'));
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(forget());
});
`;

/**
 * The text of the site's service worker: that of the shell's release, or the one that takes itself away, where the operator
 * says so, where the release brings none, or not the one that its record names.
 */
export async function serviceWorkerOf(
  store: string,
  shell: ReleaseRecord,
  site: SiteConfiguration,
): Promise<string> {
  return (site.serviceWorker ? await readWhole(store, shell, SERVICE_WORKER) : null) ?? FAREWELL;
}
