import { PATHS } from '@space/domain';
import { REGISTRY_ELEMENT } from '@space/federation';
import { session } from '@space/platform';
import { atIdle } from '@space/platform/internal';
import type { CacheRequest } from '@space/worker/offlineCache';
import { trustAddress } from '../browser/trustAddress.ts';
import { findPage } from '../registry/registry.ts';

/** The part of the router that says which page is open. */
interface RouterState {
  state: { location: { pathname: string } };
  subscribe(onChange: () => void): () => void;
}

const IS_RELEASE = /^\/(shell|remotes)\/[^?]+$/;

/** All files of the dashboard's remote that this device runs: which ones an offline visit needs is not known in advance. */
async function filesOfDashboard(): Promise<string[]> {
  const owner = findPage(PATHS.dashboard)?.owner;
  if (owner === undefined) return [];
  // A dynamic import: pages of the shell load this chunk too, but not the code that knows versions.
  const { filesToRun } = await import('../load/openRemotePage.ts');
  return filesToRun(owner);
}

/** A signed-in user can always open the week offline, and the page that signing out leads to. */
const needed = async (): Promise<Pick<CacheRequest, 'pages' | 'files'>> =>
  session.getState().status === 'signed-in'
    ? { pages: [PATHS.dashboard, PATHS.auth], files: await filesOfDashboard() }
    : { pages: [], files: [] };

/**
 * Registers the service worker and, whenever the page is idle again, sends it the pages that were opened and their files.
 * Throws if this browser or a proxy in front of the site forbids it: the site works without.
 */
export async function registerWorker(address: string, router: RouterState): Promise<void> {
  const options = { updateViaCache: 'none' } as const;
  await navigator.serviceWorker.register(trustAddress('service-worker', address), options);
  const { active } = await navigator.serviceWorker.ready;
  const registry = document.getElementById(REGISTRY_ELEMENT)?.textContent;
  if (!active || !registry) return;
  const pages = new Set<string>();
  const files = new Set<string>();
  let isWaiting = false;

  async function sendUsage(): Promise<void> {
    // Without a network there is nothing to cache, and the next idle page tries again.
    const { pages: neededPages, files: neededFiles } = await needed().catch(() => ({ pages: [], files: [] }));
    const message: CacheRequest = {
      registry: registry ?? '',
      pages: [...neededPages, ...pages],
      files: [...neededFiles, ...files],
    };
    active?.postMessage(message, []);
  }

  function sendUsageWhenIdle(): void {
    if (isWaiting) return;
    isWaiting = true;
    atIdle(() => {
      isWaiting = false;
      void sendUsage();
    });
  }
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
