import { readIntact } from './pageParts.ts';
import type { ReleaseRecord, SiteConfiguration } from './schema.ts';

/** The service worker's file, in the shell's release and at the root of the site, which makes the whole site its scope. */
export const SERVICE_WORKER = 'service-worker.js';

/**
 * Replaces an installed service worker if the operator has switched it off or the shell's release has none: browsers check
 * for an update whenever they open a page. It deletes the caches and unregisters itself; open pages go on.
 */
const UNREGISTER_SCRIPT = `self.addEventListener('install', () => self.skipWaiting());
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
 * Returns the site's service worker: that of the shell's release, or the one that unregisters itself if the operator says
 * so, if the release has none, or if the file does not match the release's record.
 */
export async function serviceWorkerOf(
  store: string,
  shell: ReleaseRecord,
  site: SiteConfiguration,
): Promise<string> {
  return (site.serviceWorker ? await readIntact(store, shell, SERVICE_WORKER) : null) ?? UNREGISTER_SCRIPT;
}
