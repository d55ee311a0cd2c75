import type { DataRouter } from 'react-router-dom';
import { PATHS } from '@space/domain';
import { REGISTRY_ELEMENT } from '@space/federation';
import { session } from '@space/platform';
import { atIdle } from '@space/platform/internal';
import type { CacheRequest } from '@space/worker/offlineCache';
import { trustAddress } from '../browser/trustAddress.ts';
import { findPage } from '../registry/registry.ts';

const IS_RELEASE = /^\/(shell|remotes)\/[^?]+$/;

/**
 * A signed-in user can always open the week offline, and the page that signing out leads to: all files of the dashboard's
 * remote that this device runs, because which ones an offline visit needs is not known in advance.
 */
async function needed(): Promise<Pick<CacheRequest, 'pages' | 'files'>> {
  const owner = findPage(PATHS.dashboard)?.owner;
  if (session.getState().status !== 'signed-in' || owner === undefined) return { pages: [], files: [] };
  // A dynamic import: pages of the shell load this chunk too, but not the code that knows versions.
  const { filesToRun } = await import('../load/openRemotePage.ts');
  return { pages: [PATHS.dashboard, PATHS.auth], files: filesToRun(owner) };
}

/**
 * Registers the service worker and, whenever the page is idle again, sends it the pages that were opened and their files.
 * Throws if this browser or a proxy in front of the site forbids it: the site works without.
 */
export async function registerWorker(address: string, router: DataRouter): Promise<void> {
  const options = { updateViaCache: 'none' } as const;
  await navigator.serviceWorker.register(trustAddress('service-worker', address), options);
  const { active } = await navigator.serviceWorker.ready;
  const registry = document.getElementById(REGISTRY_ELEMENT)?.textContent;
  if (!active || !registry) return;
  const pages = new Set<string>();
  const files = new Set<string>();
  let isWaiting = false;

  const sendUsage = async () => {
    isWaiting = false;
    // Without a network there is nothing to cache, and the next idle page tries again.
    const always = await needed().catch(() => ({ pages: [], files: [] }));
    const message = { registry, pages: [...always.pages, ...pages], files: [...always.files, ...files] };
    active.postMessage(message satisfies CacheRequest, []);
  };
  const sendUsageWhenIdle = () => {
    if (!isWaiting) atIdle(() => void sendUsage());
    isWaiting = true;
  };
  const addOpenPage = () => {
    const page = findPage(router.state.location.pathname);
    if (!page || pages.has(page.path)) return;
    pages.add(page.path);
    sendUsageWhenIdle();
  };
  addOpenPage();
  router.subscribe(addOpenPage);
  new PerformanceObserver((list) => {
    const before = files.size;
    for (const { name } of list.getEntries()) {
      const { origin, pathname, search } = new URL(name);
      if (origin === location.origin && IS_RELEASE.test(pathname + search)) files.add(pathname);
    }
    if (files.size > before) sendUsageWhenIdle();
  }).observe({ type: 'resource', buffered: true });
}
