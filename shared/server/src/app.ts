import { existsSync } from 'node:fs';
import { folderOf, type PageSettings } from '@space/store';
import { Hono } from 'hono';
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
import { cleanUpPreviews } from './releases/cleanUp.ts';
import { RELEASES_PATH, RELEASE_MOVE_BYTES, createReleases, denyRelease } from './releases/releases.ts';
import { openTokens } from './releases/tokens.ts';

export interface AppParts {
  /** The folder of tokens and uploads. */
  dataDir: string;
  /** The store to serve. Absent: only the API and the operator's pages, for development and tests. */
  store: string | undefined;
  /** What is filled into pages; their own address too. */
  settings: PageSettings & { siteUrl: string };
  /** Additional origins that pages may connect to. */
  connectSources?: readonly string[];
  /** The gateway of /auth/v1 and /rest/v1; absent with a hosted project. */
  api?: Hono<Env>;
  fetchFeed: FetchFeed;
  limits: Limits;
  client: Client;
  /** Absent with a hosted project. */
  outbox?: Outbox;
  /** Rejects if the backend does not respond. */
  checkBackend: () => Promise<unknown>;
  operateToken: string | undefined;
  operatorOrigin: string;
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/** How many events `/events.json` lists. */
const EVENTS_LISTED = 1000;

/**
 * Every route of the server, with its limits. `site` is for everyone. `operator` has a listener of its own on the loopback
 * address, to which no proxy forwards: anyone who can read the mails can take over any account.
 */
export function createApp(parts: AppParts) {
  const { dataDir, store, settings, api, fetchFeed, limits, client, outbox, log, reportFault } = parts;
  const events = createEventMemory();
  const judge = store === undefined ? null : createJudge({ store, events, log });
  const readiness = createReadiness(store, parts.checkBackend);
  const takeEvent = createEvents({
    ...{ client, limits },
    onEvent(event) {
      events.add(event);
      judge?.consider(event.id);
    },
    isRemote: (name) => store === undefined || existsSync(folderOf(store, name)),
    originsFor,
  });
  const serveCalendar = createCalendar({ fetchFeed, limits, client, reportFault });

  /** The site's own origins; on plain HTTP it is also opened by its addresses in the local network. */
  function originsFor({ env }: HttpContext): ReadonlySet<string> {
    return new Set([...ownOrigins(settings.siteUrl), client.originOf(env.incoming)]);
  }

  const site = createRouter(reportFault);
  // Body and limits of each endpoint: gateway/endpoints.ts.
  if (api) site.route('/', api);
  // 600 in a minute from an address, which may report for four devices in an hour.
  site.post(EVENTS_PATH, limitBody(EVENT_BYTES), takeEvent).all(EVENTS_PATH, refuseMethod('POST'));
  // 600 in ten minutes from an address, 60 of them with a wrong secret.
  site
    .get(`${CALENDAR_PATH}/:secret{.+}`, serveCalendar)
    .all(`${CALENDAR_PATH}/:secret{.+}`, refuseMethod('GET, HEAD'));
  if (store !== undefined) {
    const tokens = openTokens(dataDir);
    const releases = createReleases({ store, dataDir, tokens, limits, client, log });
    const tooLarge = (context: HttpContext) => denyRelease(context, 413);
    // 600 in ten minutes with a token; 60 wrong tokens from an address. An archive: 50 MB.
    site
      .post(`${RELEASES_PATH}/*`, limitBody(RELEASE_MOVE_BYTES, tooLarge), releases)
      .all(`${RELEASES_PATH}/*`, releases);
  }
  site.get('/healthz', () => textResponse(200, 'alive'));
  site.get('/readyz', async () => {
    const isReady = Object.values(await readiness()).every((one) => one === 'ready');
    return isReady ? textResponse(200, 'ready') : textResponse(503, 'not ready');
  });
  if (store !== undefined && parts.operateToken !== undefined)
    // Ten wrong tokens in a minute from an address.
    site.route(
      OPERATE_PATH,
      operateRoutes({
        page: createOperate({ store, events, originsFor, log }),
        mayOperate: createTokenGuard(parts.operateToken, client, limits),
        mayLoad: ({ env }) =>
          client.isEncrypted(env.incoming) ? null : textResponse(403, 'This page is shown only over TLS.'),
      }),
    );
  if (store !== undefined) site.all('*', createSite(store, settings, parts.connectSources));

  const operator = createRouter(reportFault);
  // Otherwise another site could point its own name here (DNS rebinding).
  operator.use(({ env }, next) =>
    isLocalName(env.incoming.headers.host ?? '') ? next() : Promise.resolve(textResponse(404, 'Not found')),
  );
  if (store !== undefined)
    operator.route(
      OPERATE_PATH,
      operateRoutes({
        page: createOperate({
          ...{ store, events, log },
          originsFor: () => ownOrigins(parts.operatorOrigin),
        }),
      }),
    );
  if (outbox) {
    operator.get('/outbox', () =>
      textResponse(200, renderOutbox(outbox.list()), {
        ...OUTBOX_HEADERS,
        'Content-Type': 'text/html; charset=utf-8',
      }),
    );
    operator.get('/outbox.json', () => jsonResponse(outbox.list()));
  }
  operator.get('/readyz', async () => jsonResponse(await readiness()));
  operator.get('/events.json', () => jsonResponse(events.list().slice(-EVENTS_LISTED).toReversed()));
  for (const path of ['/outbox', '/outbox.json', '/readyz', '/events.json'])
    operator.all(path, refuseMethod('GET, HEAD'));

  const endCleanUp = store === undefined ? () => {} : cleanUpPreviews(store, reportFault);
  return {
    site,
    operator,
    async close() {
      endCleanUp();
      await judge?.settled();
    },
  };
}

const PASS: Guard = () => null;

/** The operator's page. `mayOperate` guards its state and moves, `mayLoad` its files. */
function operateRoutes({
  page,
  mayOperate = PASS,
  mayLoad = PASS,
}: {
  page: ReturnType<typeof createOperate>;
  mayOperate?: Guard;
  mayLoad?: Guard;
}): Hono<Env> {
  const guarded =
    (guard: Guard, serve: (context: HttpContext) => Response | Promise<Response>) =>
    async (context: HttpContext) =>
      (await guard(context)) ?? serve(context);
  return new Hono<Env>()
    .get('/state', guarded(mayOperate, page.state))
    .all('/state', guarded(mayOperate, refuseMethod('GET, HEAD')))
    .post(
      '/moves',
      limitBody(MOVE_BYTES, () => textResponse(400, 'This is not a move.')),
      guarded(mayOperate, page.move),
    )
    .all('/moves', guarded(mayOperate, refuseMethod('POST')))
    .get('/*', guarded(mayLoad, page.page));
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
