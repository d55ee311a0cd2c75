import {
  expect,
  type APIResponse,
  type BrowserContext,
  type Page,
  type Request,
  type Route,
} from '@playwright/test';

type Fault = (route: Route) => Promise<void>;

// What can happen to a request between the browser and the backend.

export const dropped: Fault = (route) => route.abort('connectionreset');

export const answered500: Fault = (route) =>
  route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal error' } });

/** A captive portal answers with a page of its own. */
export const answeredByPortal: Fault = (route) =>
  route.fulfill({
    contentType: 'text/html',
    body: '<!doctype html><h1>Please sign in to the hotel network</h1>',
  });

export const neverAnswered: Fault = () => new Promise(() => {});

/**
 * What the server answers to a request of the page. On a connection of its own: one that was kept may be closed by the server in
 * the moment in which it is used again, and Playwright does not ask anew as a browser does.
 */
export const answerTo = (route: Route): Promise<APIResponse> =>
  route.fetch({ headers: { ...route.request().headers(), connection: 'close' } });

interface Target {
  /** The address, or a glob of it. */
  address: string | RegExp;
  methods?: readonly string[];
}

/** Reading and changing tasks and the profile, as the browser asks for it. */
export const REQUESTS = {
  readTasks: { address: '**/rest/v1/tasks*', methods: ['GET', 'HEAD'] },
  changeTasks: { address: '**/rest/v1/tasks*', methods: ['POST', 'PATCH', 'DELETE'] },
  readProfile: { address: '**/rest/v1/profiles*', methods: ['GET', 'HEAD'] },
  changeProfile: { address: '**/rest/v1/profiles*', methods: ['PATCH'] },
  deleteAccount: { address: '**/rest/v1/rpc/delete_account', methods: ['POST'] },
} satisfies Record<string, Target>;

const PROBE = /\?probe$/;

/**
 * Waits until requests of the open page are intercepted. `page.route` returns when the browser has been told; the page's
 * next request can still be quicker (seen in one run of three, where a task was added past the fault).
 */
async function untilIntercepted(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return;
  await page.route(PROBE, (route) => route.fulfill({ headers: { 'x-intercepted': 'yes' }, body: '' }));
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { headers } = await fetch('/?probe', { cache: 'no-store' });
        return headers.get('x-intercepted');
      }),
    )
    .toBe('yes');
  await page.unroute(PROBE);
}

/** Lets every such request of the page meet the fault. Returns a function that mends the network. */
export async function breakRequests(
  page: Page,
  { address, methods }: Target,
  fault: Fault,
): Promise<() => Promise<void>> {
  const handle: Fault = (route) =>
    methods?.includes(route.request().method()) === false ? route.fallback() : fault(route);
  await page.route(address, handle);
  await untilIntercepted(page);
  return () => page.unroute(address, handle);
}

/** Keeps such requests of the page on their way. Returns a function that lets them and all later ones go on. */
export async function hold(page: Page, target: Target): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await breakRequests(page, target, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

/** Every request of that method for tasks that the page really makes from now on, in order. */
export function taskRequests(page: Page, method: string): Request[] {
  const made: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === '/rest/v1/tasks')
      made.push(request);
  });
  return made;
}

/** The events that the pages of a browser send from now on. They reach no server. */
export async function watchEvents(context: BrowserContext): Promise<unknown[]> {
  const events: unknown[] = [];
  await context.route('**/_events', async (route) => {
    events.push(route.request().postDataJSON());
    await route.fulfill({ status: 204 });
  });
  return events;
}

let addresses = 0;

/** A header by which a request comes from an address that no other has: one address speaks for a few devices at most. */
export function fromElsewhere(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
}

/** Tells a site what became of a remote on a device, as its pages do. Returns the status of the answer. */
export async function tellEvent(origin: string, event: object): Promise<number> {
  const headers = { ...fromElsewhere(), origin, 'content-type': 'text/plain' };
  const body = JSON.stringify({ id: 'retro', milliseconds: 100, ...event });
  return (await fetch(`${origin}/_events`, { method: 'POST', headers, body })).status;
}

/** The path of everything that the page asks for from now on. */
export function watchPaths(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

/**
 * Takes the network away from a browser, its service workers included, and lets it know: a document that comes from a worker
 * is not told by Playwright's own way (Chromium 150). Returns what brings the network back.
 */
export async function loseNetwork(page: Page): Promise<() => Promise<void>> {
  const context = page.context();
  const devtools = await context.newCDPSession(page);
  const tell = (offline: boolean) =>
    devtools.send('Network.overrideNetworkState', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await devtools.send('Network.enable');
  await tell(true);
  await context.setOffline(true);
  return async () => {
    await context.setOffline(false);
    await tell(false);
    await devtools.detach();
  };
}
