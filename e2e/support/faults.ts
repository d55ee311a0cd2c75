import { expect, test } from '@playwright/test';
import type { Page, Route } from '@playwright/test';
import { closeNotices } from './notices.ts';

type Fault = (route: Route) => Promise<void>;

const page = (status: number): Fault => {
  const body = '<!doctype html><title>Sorry</title><h1>Please sign in to the hotel network</h1>';
  return (route) => route.fulfill({ status, contentType: 'text/html', body });
};

/** What can happen to a request between the browser and the backend. */
export const FAULTS = {
  'the connection drops': (route) => route.abort('connectionreset'),
  'the backend answers 500': (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'XX000', message: 'internal error', details: null, hint: null },
    }),
  'a gateway answers 502 with a page of its own': page(502),
  'a captive portal answers 200 with a page of its own': page(200),
} satisfies Record<string, Fault>;

/** Any request never gets an answer. */
export const neverAnswered: Fault = () => new Promise(() => {});

interface Target {
  /** Glob of the address. */
  address: string;
  methods: readonly string[];
}

/** Reading and changing tasks and the profile, as the browser asks for it. */
export const REQUESTS = {
  readTasks: { address: '**/rest/v1/tasks*', methods: ['GET', 'HEAD'] },
  changeTasks: { address: '**/rest/v1/tasks*', methods: ['POST', 'PATCH', 'DELETE'] },
  readProfile: { address: '**/rest/v1/profiles*', methods: ['GET', 'HEAD'] },
  changeProfile: { address: '**/rest/v1/profiles*', methods: ['PATCH'] },
  readAccount: { address: '**/auth/v1/user*', methods: ['GET'] },
  deleteAccount: { address: '**/rest/v1/rpc/delete_account', methods: ['POST'] },
  changeUser: { address: '**/auth/v1/user*', methods: ['PUT'] },
} satisfies Record<string, Target>;

const PROBE = /\?probe$/;

/**
 * Waits until requests of the open page are intercepted. `page.route` returns when the browser has been told; the page's
 * next request can still be quicker (seen in one run of three, where a task was added past the fault).
 */
export async function untilIntercepted(where: Page): Promise<void> {
  if (!where.url().startsWith('http')) return;
  await where.route(PROBE, (route) => route.fulfill({ headers: { 'x-intercepted': 'yes' }, body: '' }));
  await expect
    .poll(() =>
      where.evaluate(async () => {
        const { headers } = await fetch('/?probe', { cache: 'no-store' });
        return headers.get('x-intercepted');
      }),
    )
    .toBe('yes');
  await where.unroute(PROBE);
}

/** Lets every such request of the page meet the fault. Returns a function that mends the network. */
export async function breakRequests(
  where: Page,
  { address, methods }: Target,
  fault: Fault,
): Promise<() => Promise<void>> {
  const handle: Fault = (route) =>
    methods.includes(route.request().method()) ? fault(route) : route.fallback();
  await where.route(address, handle);
  await untilIntercepted(where);
  return () => where.unroute(address, handle);
}

/**
 * Lets one page meet every fault in turn, each as a step under the fault's name. Calls `meet` with the fault and with its
 * place among them (from 0), to tell its tasks and names from those of the others. No notice is left for the next step.
 */
export async function meetEveryFault(
  where: Page,
  meet: (fault: Fault, place: number) => Promise<void>,
): Promise<void> {
  for (const [place, [situation, fault]] of Object.entries(FAULTS).entries()) {
    await test.step(situation, async () => {
      await meet(fault, place);
      await closeNotices(where);
    });
  }
}
