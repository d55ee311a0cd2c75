import { expect, type Page, type Route } from '@playwright/test';

/** What can happen to a request between the browser and the backend. */
type Fault = (route: Route) => Promise<void>;

export const dropped: Fault = (route) => route.abort('connectionreset');

export const neverAnswered: Fault = () => new Promise(() => {});

/** The server may close a kept-alive connection just as it is reused: a browser tries again without being told. */
export const fetchResponse = (route: Route) => route.fetch({ maxRetries: 1 });

type Target = { address: string | RegExp; methods?: readonly string[] };

/** The browser's requests that read and change tasks and the profile. */
export const REQUESTS = {
  readTasks: { address: '**/rest/v1/tasks*', methods: ['GET', 'HEAD'] },
  changeTasks: { address: '**/rest/v1/tasks*', methods: ['POST', 'PATCH', 'DELETE'] },
  readProfile: { address: '**/rest/v1/profiles*', methods: ['GET', 'HEAD'] },
  deleteAccount: { address: '**/rest/v1/rpc/delete_account', methods: ['POST'] },
} satisfies Record<string, Target>;

/** Injects the fault into every matching request of the page. Returns a function that removes it. */
export async function breakRequests(page: Page, { address, methods }: Target, fault: Fault) {
  const broken = await page.route(address, (route) =>
    methods?.includes(route.request().method()) === false ? route.fallback() : fault(route),
  );
  // `page.route` resolves before interception is active: in one run of three the page's next request bypassed the fault.
  if (page.url().startsWith('http')) {
    const probed = await page.route(/\?probe$/, (route) => route.fulfill({ status: 204 }));
    const probe = () => page.evaluate(async () => (await fetch('/?probe', { cache: 'no-store' })).status);
    await expect.poll(probe).toBe(204);
    await probed.dispose();
  }
  return () => broken.dispose();
}

/** Lets the page show this date, not the day on which the test created the account. */
export const fixJoinDate = (page: Page) =>
  page.route('**/rest/v1/profiles*', async (route) => {
    const response = await fetchResponse(route);
    const body = (await response.text()).replace(/("created_at":")[^"]+/, '$12026-07-13T09:00:00+08:00');
    return route.fulfill({ response, body });
  });

/** Holds back matching requests of the page. Returns a function that releases them and all later ones. */
export async function hold(page: Page, target: Target): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await breakRequests(page, target, (route) => gate.promise.then(() => route.fallback()));
  return gate.resolve;
}

/** Records the paths of the page's requests from now on. Returns a list that grows. */
export function watchPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

/** The paths of everything that the service worker has cached. */
export const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const all = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(all)).flat().map(({ url }) => new URL(url).pathname);
  });

/**
 * Takes a browser offline, including its service workers. Playwright's `setOffline` alone does not notify a document that a
 * service worker delivered (Chromium 150). Returns a function that restores the network.
 */
export async function goOffline(page: Page): Promise<() => Promise<void>> {
  const context = page.context();
  const devtools = await context.newCDPSession(page);
  const rates = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.enable');
  await devtools.send('Network.overrideNetworkState', { offline: true, ...rates });
  await context.setOffline(true);
  return async () => {
    await context.setOffline(false);
    await devtools.detach();
  };
}
