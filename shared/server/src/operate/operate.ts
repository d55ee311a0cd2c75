import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMMON_HEADERS, operatorState, errorMessage } from '@space/store';
import type { EventLog } from '../events/eventLog.ts';
import { sendFile } from '../http/files.ts';
import type { Handler, SiteRequest, SiteResponse } from '../http/handler.ts';
import { isFromThisSite } from '../http/loopback.ts';
import { readBody } from '../http/readBody.ts';
import { refuse, respondText } from '../http/respond.ts';
import { repositoryRoot } from '../paths.ts';
import type { Access } from './access.ts';
import { moveSchema, runStoreCommand } from './storeCommand.ts';

/** The path of the operator's page. */
export const OPERATE_PATH = '/_operate';
/** The folder of the built page: `npm start` builds it. */
const BUILT_PAGE = join(repositoryRoot, 'shared/operate/dist');

const MAX_BODY_BYTES = 2048;
/** Counting a day's events takes a moment, so the state is cached: several open pages share one result. */
const CACHE_MILLISECONDS = 2_000;

const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

interface OperateParts {
  store: string;
  events: EventLog;
  /** The origins of the page that sends a request: moves are accepted from them only. */
  originsFor: (request: SiteRequest) => ReadonlySet<string>;
  /** Whether a request may read the state and make moves. */
  mayOperate: (request: SiteRequest) => Access;
  /** Whether a request may load the page's files. They contain no secret, but ask the user for a token. */
  mayLoad: (request: SiteRequest) => boolean;
  /** Logs a line for each move. */
  log: (line: string) => void;
}

/** Whether a path belongs to the operator's page. */
export const isOperatePath = (path: string) => path === OPERATE_PATH || path.startsWith(`${OPERATE_PATH}/`);

/**
 * Serves the operator's page with its two endpoints: the state of all releases (`/_operate/state`) and the moves
 * (`/_operate/moves`). docs/operate-the-site.md says who can reach it.
 */
export function createOperate(parts: OperateParts): Handler {
  const { store, events, originsFor, mayOperate, mayLoad, log } = parts;
  let cached: { text: Promise<string>; until: number } | null = null;

  const readState = () => {
    if (cached === null || cached.until < Date.now()) {
      const text = events
        .read()
        .then((all) => operatorState(store, all, new Date()))
        .then((state) => JSON.stringify(state));
      cached = { text, until: Date.now() + CACHE_MILLISECONDS };
    }
    return cached.text;
  };

  const sendJson = (request: SiteRequest, response: SiteResponse, body: string) =>
    respondText(request, response, 200, body, { 'Content-Type': 'application/json; charset=utf-8' });

  async function move(request: SiteRequest, response: SiteResponse): Promise<void> {
    const deny = (status: number, text: string) => refuse(request, response, status, text);
    if (request.method !== 'POST') return deny(405, 'Method not allowed');
    if (!isFromThisSite(request.headers, originsFor(request)))
      return deny(403, "Moves are accepted only from the operator's page.");
    if (request.headers['content-type'] !== 'application/json') return deny(400, 'A move is JSON.');
    const body = await readBody(request, MAX_BODY_BYTES);
    const parsed = body === 'too large' ? null : moveSchema.safeParse(parse(body.toString()));
    if (parsed?.success !== true) return deny(400, 'This is not a move.');
    const { isDone, lines } = await runStoreCommand(store, parsed.data);
    cached = null;
    log(`The operator's page: ${parsed.data.move} ${parsed.data.name}: ${lines.join(' ')}`);
    // A refused move is a 200 too: browsers log other statuses as errors on the console.
    sendJson(request, response, JSON.stringify({ isDone, lines }));
  }

  async function handleRequest(request: SiteRequest, response: SiteResponse, path: string): Promise<void> {
    if (path === '/state' || path === '/moves') {
      const access = mayOperate(request);
      if (!access.ok) refuse(request, response, access.status, access.reason);
      else if (path === '/moves') await move(request, response);
      else if (request.method !== 'GET' && request.method !== 'HEAD')
        refuse(request, response, 405, 'Method not allowed');
      else sendJson(request, response, await readState());
      return;
    }
    if (!mayLoad(request)) return respondText(request, response, 403, 'This page is shown only over TLS.');
    if (!existsSync(join(BUILT_PAGE, 'index.html')))
      return respondText(request, response, 503, "The operator's page is not built. `npm start` builds it.");
    const file = path === '' ? '/index.html' : path;
    if (
      !/^\/(index\.html|assets\/[\w.-]+)$/.test(file) ||
      !sendFile(BUILT_PAGE, file, request, response, PAGE_HEADERS)
    )
      respondText(request, response, 404, 'Not found');
  }

  return function serveOperate(request, response, { path }) {
    handleRequest(request, response, path.slice(OPERATE_PATH.length)).catch((error: unknown) => {
      log(`The operator's page failed: ${errorMessage(error)}`);
      refuse(request, response, 500, 'The store could not be read. The log says why.');
    });
  };
}

/** Parses JSON; returns undefined if it is invalid. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
