import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { EVENTS_PATH, EVENT_BYTES, createEvents, takeEvents } from './events.ts';
import { isLoopback } from './http/client.ts';
import {
  type Env,
  hasGoneAway,
  jsonResponse,
  limitBody,
  Refusal,
  refuseMethod,
  textResponse,
} from './http/respond.ts';
import { createSite } from './http/site.ts';
import { OPERATE_PATH, createOperate } from './operate/operate.ts';
import { outboxPage } from './outbox.ts';
import type { BackendParts, SiteParts } from './parts.ts';
import { RELEASES_PATH, cleanUpStaged, createReleases } from './releases/releases.ts';

const CALENDAR_PATH = '/calendar';
const EVENTS_LISTED = 1000;

/** Every route with its limits. The operator's are on loopback: anyone who reads mails can take over accounts. */
export function createApp(parts: SiteParts & BackendParts) {
  const { store, outbox, api, siteUrl, operatorOrigin, reportFault } = parts;
  const events = createEvents(parts);
  const readiness = createReadiness(parts);

  const site = createRouter(reportFault);
  // Body and limits of each endpoint: gateway/endpoints.ts.
  if (api) site.route('/', api);
  // 600 in a minute from an address, which may report for four devices in an hour.
  site
    .post(EVENTS_PATH, limitBody(EVENT_BYTES), takeEvents(parts, events))
    .all(EVENTS_PATH, refuseMethod('POST'));
  // 600 in ten minutes from an address, 60 of them with a wrong secret. Loaded with the first of them: most starts get none.
  const loadCalendar = async () => (await import('./calendar.ts')).createCalendar(parts);
  let calendar: ReturnType<typeof loadCalendar> | undefined;
  site
    .get(`${CALENDAR_PATH}/:secret{.+}`, async (context) => (await (calendar ??= loadCalendar()))(context))
    .all(`${CALENDAR_PATH}/:secret{.+}`, refuseMethod('GET, HEAD'));
  site.get('/healthz', () => textResponse(200, 'alive'));
  site.get('/readyz', async () => {
    const isReady = Object.values(await readiness()).every((one) => one === 'ready');
    return isReady ? textResponse(200, 'ready') : textResponse(503, 'not ready');
  });

  const operator = createRouter(reportFault);
  // Otherwise another site could point its own name here (DNS rebinding).
  operator.use(({ env, notFound }, next) =>
    isLoopback(env.incoming.headers.host ?? '') ? next() : Promise.resolve(notFound()),
  );
  const read = (path: string, respond: () => Response | Promise<Response>) =>
    operator.get(path, respond).all(path, refuseMethod('GET, HEAD'));
  read('/readyz', async () => jsonResponse(await readiness()));
  read('/events.json', () => jsonResponse(events.list().slice(-EVENTS_LISTED).toReversed()));
  if (outbox) {
    read('/outbox', () => outboxPage(outbox.list()));
    read('/outbox.json', () => jsonResponse(outbox.list()));
  }

  if (store === undefined) return { site, operator, async close() {} };
  const withStore = { ...parts, store };
  // 600 in ten minutes with a token; 60 wrong tokens from an address. An archive: 50 MB.
  site.route(RELEASES_PATH, createReleases(withStore));
  // Ten wrong tokens in a minute from an address.
  if (parts.operateToken !== undefined)
    site.route(OPERATE_PATH, createOperate(withStore, events, parts.operateToken));
  operator.route(OPERATE_PATH, createOperate({ ...withStore, siteUrl: operatorOrigin }, events));
  const settings = {
    ...{ siteUrl, supabaseUrl: parts.supabaseUrl, supabaseKey: parts.publishableKey },
    ...{ eventsUrl: EVENTS_PATH, calendarUrl: CALENDAR_PATH },
  };
  site.all('*', createSite(store, settings, api ? [] : [parts.supabaseUrl]));
  const endCleanUp = cleanUpStaged(store, reportFault);
  return {
    site,
    operator,
    async close() {
      await Promise.all([endCleanUp(), events.settled()]);
    },
  };
}

/** Creates the check that the store can be read and the backend answers: within two seconds, and at most once a second. */
function createReadiness({ store, checkBackend }: SiteParts & BackendParts) {
  const stateOf = (work: Promise<unknown>) =>
    Promise.race([work.then(() => 'ready'), wait(2000, 'not ready', { ref: false })]).catch(
      () => 'not ready',
    );
  async function check() {
    const reading = store === undefined ? Promise.resolve() : access(join(store, 'index.html'));
    const [files, backend] = await Promise.all([stateOf(reading), stateOf(checkBackend())]);
    return { store: files, backend };
  }
  let [last, until]: [ReturnType<typeof check> | undefined, number] = [undefined, 0];
  return () => {
    if (last === undefined || until < Date.now()) [last, until] = [check(), Date.now() + 1000];
    return last;
  };
}

/** Routes by the path as it was sent: Hono would decode it first. */
function createRouter(reportFault: (line: string) => void): Hono<Env> {
  const router = new Hono<Env>({ getPath: ({ url }) => /^[^/]+\/\/[^/]+([^?]*)/.exec(url)?.[1] ?? '/' });
  router.notFound(() => textResponse(404, 'Not found'));
  router.onError((error, context) => {
    if (error instanceof Refusal) return textResponse(error.status, error.message, error.headers);
    if (!hasGoneAway(context))
      reportFault(`A request failed with ${error.name}: ${error.stack?.split('\n')[1]?.trim() ?? ''}.`);
    return textResponse(500, 'Internal server error');
  });
  return router;
}
