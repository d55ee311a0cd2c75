import { existsSync } from 'node:fs';
import { folderOf } from '@space/store';
import { Hono, type MiddlewareHandler } from 'hono';
import { CALENDAR_PATH, createCalendar, type FetchFeed } from './calendar/calendar.ts';
import { EVENTS_PATH, EVENT_BYTES, createEventMemory, createEvents } from './events/events.ts';
import { createJudge } from './events/judge.ts';
import type { Limits } from './gateway/limits.ts';
import { createReadiness } from './health.ts';
import { isLocalName, ownOrigins, type Client } from './http/client.ts';
import {
  discardRest,
  hasGoneAway,
  jsonResponse,
  limitBody,
  refuseMethod,
  textResponse,
  type Env,
  type HttpContext,
} from './http/respond.ts';
import { createSite } from './http/site.ts';
import { MOVE_BYTES, OPERATE_PATH, createOperate, createTokenGuard, type Guard } from './operate/operate.ts';
import { OUTBOX_HEADERS, renderOutbox, type Outbox } from './outbox.ts';
import {
  RELEASES_PATH,
  RELEASE_MOVE_BYTES,
  cleanUpStaged,
  createReleases,
  denyRelease,
} from './releases/releases.ts';
import { openTokens } from './releases/tokens.ts';

/** What a server has with both kinds of backend. */
export interface SiteParts {
  /** The folder of tokens and uploads. */
  dataDir: string;
  /** The store to serve. Absent: only the API and the operator's pages, for development and tests. */
  store: string | undefined;
  /** The address at which users open the site, without a slash at the end. */
  siteUrl: string;
  limits: Limits;
  client: Client;
  operateToken: string | undefined;
  operatorOrigin: string;
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

export interface BackendParts {
  /** Both are part of every page. */
  supabaseUrl: string;
  publishableKey: string;
  /** Additional origins that pages may connect to. */
  connectSources?: readonly string[];
  /** The gateway of /auth/v1 and /rest/v1; absent with a hosted project, like the outbox. */
  api?: Hono<Env>;
  outbox?: Outbox;
  fetchFeed: FetchFeed;
  /** Rejects if the backend does not respond. */
  checkBackend: () => Promise<unknown>;
}

/** How many events `/events.json` lists. */
const EVENTS_LISTED = 1000;

/**
 * Every route of the server, with its limits. `site` is for everyone. `operator` has a listener of its own on the loopback
 * address, to which no proxy forwards: anyone who can read the mails can take over any account.
 */
export function createApp(parts: SiteParts & BackendParts) {
  const { store, operateToken, client, limits, outbox, log, reportFault } = parts;
  const events = createEventMemory();
  const judge = store === undefined ? null : createJudge({ store, events, log });
  const readiness = createReadiness(store, parts.checkBackend);
  /** The site's own origins; on plain HTTP it is also opened by its addresses in the local network. */
  const originsFor = ({ env }: HttpContext) =>
    new Set([...ownOrigins(parts.siteUrl), client.originOf(env.incoming)]);

  const site = createRouter(reportFault);
  // Body and limits of each endpoint: gateway/endpoints.ts.
  if (parts.api) site.route('/', parts.api);
  // 600 in a minute from an address, which may report for four devices in an hour.
  const takeEvent = createEvents({
    ...{ client, limits, originsFor },
    onEvent(event) {
      events.add(event);
      judge?.consider(event.id);
    },
    isRemote: (name) => store === undefined || existsSync(folderOf(store, name)),
  });
  site.post(EVENTS_PATH, limitBody(EVENT_BYTES), takeEvent).all(EVENTS_PATH, refuseMethod('POST'));
  // 600 in ten minutes from an address, 60 of them with a wrong secret.
  site
    .get(`${CALENDAR_PATH}/:secret{.+}`, createCalendar(parts))
    .all(`${CALENDAR_PATH}/:secret{.+}`, refuseMethod('GET, HEAD'));
  site.get('/healthz', () => textResponse(200, 'alive'));
  site.get('/readyz', async () => {
    const isReady = Object.values(await readiness()).every((one) => one === 'ready');
    return isReady ? textResponse(200, 'ready') : textResponse(503, 'not ready');
  });

  const operator = createRouter(reportFault);
  // Otherwise another site could point its own name here (DNS rebinding).
  operator.use(({ env }, next) =>
    isLocalName(env.incoming.headers.host ?? '') ? next() : Promise.resolve(textResponse(404, 'Not found')),
  );
  operator.get('/readyz', async () => jsonResponse(await readiness()));
  operator.get('/events.json', () => jsonResponse(events.list().slice(-EVENTS_LISTED).toReversed()));
  if (outbox) {
    const type = { 'Content-Type': 'text/html; charset=utf-8' };
    operator.get('/outbox', () =>
      textResponse(200, renderOutbox(outbox.list()), { ...OUTBOX_HEADERS, ...type }),
    );
    operator.get('/outbox.json', () => jsonResponse(outbox.list()));
  }
  for (const path of ['/outbox', '/outbox.json', '/readyz', '/events.json'])
    operator.all(path, refuseMethod('GET, HEAD'));

  if (store === undefined) return { site, operator, async close() {} };
  const releases = createReleases({ ...parts, store, tokens: openTokens(parts.dataDir) });
  // 600 in ten minutes with a token; 60 wrong tokens from an address. An archive: 50 MB.
  site
    .post(
      `${RELEASES_PATH}/*`,
      limitBody(RELEASE_MOVE_BYTES, (context) => denyRelease(context, 413)),
      releases,
    )
    .all(`${RELEASES_PATH}/*`, releases);
  if (operateToken !== undefined)
    // Ten wrong tokens in a minute from an address.
    site.route(
      OPERATE_PATH,
      operateRoutes(
        createOperate({ store, events, originsFor, log }),
        createTokenGuard(operateToken, client, limits),
        ({ env }) =>
          client.isEncrypted(env.incoming) ? null : textResponse(403, 'This page is shown only over TLS.'),
      ),
    );
  site.all('*', createSite(store, pageSettings(parts), parts.connectSources));
  const ownPage = createOperate({ store, events, log, originsFor: () => ownOrigins(parts.operatorOrigin) });
  operator.route(OPERATE_PATH, operateRoutes(ownPage));
  const endCleanUp = cleanUpStaged(store, reportFault);
  return {
    site,
    operator,
    async close() {
      endCleanUp();
      await judge?.settled();
    },
  };
}

/** What is filled into pages. */
const pageSettings = ({ siteUrl, supabaseUrl, publishableKey }: SiteParts & BackendParts) => ({
  ...{ siteUrl, supabaseUrl, supabaseKey: publishableKey },
  ...{ eventsUrl: EVENTS_PATH, calendarUrl: CALENDAR_PATH },
});

/** The operator's page. `mayOperate` guards its state and moves, `mayLoad` its files. */
function operateRoutes(
  page: ReturnType<typeof createOperate>,
  mayOperate: Guard = () => null,
  mayLoad: Guard = () => null,
): Hono<Env> {
  const check =
    (guard: Guard): MiddlewareHandler<Env> =>
    async (context, next) =>
      (await guard(context)) ?? next();
  const refuseMove = () => textResponse(400, 'This is not a move.');
  return new Hono<Env>()
    .use('/state', check(mayOperate))
    .get('/state', page.state)
    .all('/state', refuseMethod('GET, HEAD'))
    .use('/moves', check(mayOperate))
    .post('/moves', limitBody(MOVE_BYTES, refuseMove), page.move)
    .all('/moves', refuseMethod('POST'))
    .get('/*', check(mayLoad), page.page);
}

/** Routes by the path as it was sent: Hono would decode it first. */
function createRouter(reportFault: (line: string) => void): Hono<Env> {
  const router = new Hono<Env>({ getPath: ({ url }) => /^[^/]+\/\/[^/]+([^?]*)/.exec(url)?.[1] ?? '/' });
  router.use(discardRest);
  router.notFound(() => textResponse(404, 'Not found'));
  router.onError((error, context) => {
    if (!hasGoneAway(context))
      reportFault(`A request failed with ${error.name}: ${error.stack?.split('\n')[1]?.trim() ?? ''}.`);
    return textResponse(500, 'Internal server error');
  });
  return router;
}
