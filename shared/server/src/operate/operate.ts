import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMMON_HEADERS, operatorState, sentenceOf, type BackupState, type MailState } from '@space/store';
import type { EventLog } from '../events/eventLog.ts';
import { sendFile } from '../http/files.ts';
import type { Handler, SiteRequest, SiteResponse } from '../http/handler.ts';
import { isFromThisSite } from '../http/loopback.ts';
import { readBody } from '../http/readBody.ts';
import { refuse, respondText } from '../http/respond.ts';
import { repositoryRoot } from '../paths.ts';
import type { Access } from './access.ts';
import { moveSchema, runStoreCommand } from './storeCommand.ts';

/** Where the operator's page is. */
export const OPERATE_PATH = '/_operate';
/** Where its build lies: `npm start` makes it. */
const BUILT_PAGE = join(repositoryRoot, 'shared/operate/dist');

const LARGEST_BODY = 2048;
/** Counting a day's events takes a moment; several open pages share one answer. */
const FRESH_MILLISECONDS = 2_000;

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
  /** How the mail does; absent where this server sends none. */
  mail: (() => MailState) | undefined;
  /** When the data was saved last; absent with a hosted project. */
  backups: (() => BackupState) | undefined;
  /** Under which origins the page is open: a move is taken from it alone. */
  origins: ReadonlySet<string>;
  /** Who may read and move. */
  mayOperate: (request: SiteRequest) => Access;
  /** Whether the page's own files may be sent: they hold nothing secret, but ask for a token. */
  maySee: (request: SiteRequest) => boolean;
  /** Gets a line for each move. */
  log: (line: string) => void;
}

/** Whether a path belongs to the operator's page. */
export const isOperatePath = (path: string) => path === OPERATE_PATH || path.startsWith(`${OPERATE_PATH}/`);

/**
 * The operator's page: what is live and how it does (`/_operate/state`), the moves (`/_operate/moves`), and the page that
 * shows them. docs/operate-the-site.md says who reaches it.
 */
export function createOperate(parts: OperateParts): Handler {
  const { store, events, mail, backups, origins, mayOperate, maySee, log } = parts;
  let known: { text: Promise<string>; until: number } | null = null;

  const readState = () => {
    if (known === null || known.until < Date.now()) {
      const text = events
        .read()
        .then((all) => operatorState(store, all, new Date(), mail?.() ?? null))
        .then((state) => JSON.stringify({ ...state, backups: backups?.() ?? null }));
      known = { text, until: Date.now() + FRESH_MILLISECONDS };
    }
    return known.text;
  };

  const sendJson = (request: SiteRequest, response: SiteResponse, body: string) =>
    respondText(request, response, 200, body, { 'Content-Type': 'application/json; charset=utf-8' });

  async function move(request: SiteRequest, response: SiteResponse): Promise<void> {
    const no = (status: number, text: string) => refuse(request, response, status, text);
    if (request.method !== 'POST') return no(405, 'Method not allowed');
    if (!isFromThisSite(request.headers, origins))
      return no(403, "Moves are taken from the operator's page alone.");
    if (request.headers['content-type'] !== 'application/json') return no(400, 'A move is JSON.');
    const body = await readBody(request, LARGEST_BODY);
    const asked = body === 'too large' ? null : moveSchema.safeParse(parse(body.toString()));
    if (asked?.success !== true) return no(400, 'This is not a move.');
    const { isDone, lines } = await runStoreCommand(store, asked.data);
    known = null;
    log(`The operator's page: ${asked.data.move} ${asked.data.name}: ${lines.join(' ')}`);
    // A refusal is an answer like another: the browser would tell of an error on the console.
    sendJson(request, response, JSON.stringify({ isDone, lines }));
  }

  async function answer(request: SiteRequest, response: SiteResponse, path: string): Promise<void> {
    if (path === '/state' || path === '/moves') {
      const access = mayOperate(request);
      if (!access.ok) refuse(request, response, access.status, access.reason);
      else if (path === '/moves') await move(request, response);
      else if (request.method !== 'GET' && request.method !== 'HEAD')
        refuse(request, response, 405, 'Method not allowed');
      else sendJson(request, response, await readState());
      return;
    }
    if (!maySee(request)) return respondText(request, response, 403, 'This page is shown over TLS alone.');
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
    answer(request, response, path.slice(OPERATE_PATH.length)).catch((error: unknown) => {
      log(`The operator's page failed: ${sentenceOf(error)}`);
      refuse(request, response, 500, 'The store could not be read. The log says why.');
    });
  };
}

/** The value of a JSON text, or undefined for what is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
