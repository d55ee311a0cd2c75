import { PATHS } from '@space/domain';
import { REGISTRY_ELEMENT } from '@space/federation';
import { session } from '@space/platform';
import { atIdle } from '@space/platform/internal';
import type { Wish } from '@space/worker/wish';
import { trustAddress } from '../browser/trustAddress.ts';
import { findPage } from '../registry/findPage.ts';

/** What is told of the router. */
export interface Visits {
  state: { location: { pathname: string } };
  subscribe(onChange: () => void): () => void;
}

const IS_RELEASE = /^\/(shell|remotes)\/[^?]+$/;

/** All of the version of the planner that this device runs: what a person opens on the train is not known before. */
async function filesOfDashboard(): Promise<string[]> {
  const owner = findPage(PATHS.dashboard)?.owner;
  if (owner === undefined) return [];
  // What knows of versions comes with the first page of a remote; this part comes without one, too.
  const { filesToRun } = await import('../load/openRemotePage.ts');
  return filesToRun(owner);
}

/** Who is signed in can open the week, and the page that signing out without a network leads to. */
const needed = async (): Promise<Pick<Wish, 'pages' | 'files'>> =>
  session.getState().status === 'signed-in'
    ? { pages: [PATHS.dashboard, PATHS.auth], files: await filesOfDashboard() }
    : { pages: [], files: [] };

/**
 * Registers the service worker and tells it, whenever the page is at rest again, what this visitor used: the pages that
 * were opened and the files that came for them (rule offline-pages). Throws when this browser or someone in front of the
 * site forbids it: the site works without.
 */
export async function registerWorker(address: string, visits: Visits): Promise<void> {
  const options = { updateViaCache: 'none' } as const;
  await navigator.serviceWorker.register(trustAddress('service-worker', address), options);
  const { active } = await navigator.serviceWorker.ready;
  const registry = document.getElementById(REGISTRY_ELEMENT)?.textContent;
  if (!active || !registry) return;
  const pages = new Set<string>();
  const files = new Set<string>();
  let isWaiting = false;

  async function tell(): Promise<void> {
    // Without a network there is nothing to keep, and the next page at rest asks again.
    const { pages: always, files: theirs } = await needed().catch(() => ({ pages: [], files: [] }));
    const wish: Wish = {
      registry: registry ?? '',
      pages: [...always, ...pages],
      files: [...theirs, ...files],
    };
    active?.postMessage(wish, []);
  }

  function tellAtRest(): void {
    if (isWaiting) return;
    isWaiting = true;
    atIdle(() => {
      isWaiting = false;
      void tell();
    });
  }
  const visit = () => {
    const page = findPage(visits.state.location.pathname);
    if (!page || pages.has(page.path)) return;
    pages.add(page.path);
    tellAtRest();
  };
  visit();
  visits.subscribe(visit);
  new PerformanceObserver((list) => {
    const before = files.size;
    for (const { name } of list.getEntries()) {
      const { origin, pathname, search } = new URL(name);
      if (origin === location.origin && IS_RELEASE.test(pathname + search)) files.add(pathname);
    }
    if (files.size > before) tellAtRest();
  }).observe({ type: 'resource', buffered: true });
}
