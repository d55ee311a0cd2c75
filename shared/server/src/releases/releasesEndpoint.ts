import { errorMessage, nameSchema } from '@space/store';
import { parseJson } from '../backend/files.ts';
import type { Limits } from '../gateway/limits.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import { hasGoneAway, type Handler, type SiteRequest, type SiteResponse } from '../http/handler.ts';
import { discardRest, readBody } from '../http/readBody.ts';
import { refuse, respondText } from '../http/respond.ts';
import { createCommandRunner } from './commandRunner.ts';
import { createReleaseAccess } from './releaseAccess.ts';
import { MOVES, REPORTS, covers, uploadCommand, type StoreCommand } from './requests.ts';
import type { ReleaseTokens } from './tokens.ts';
import { MAX_ARCHIVE, isRefusedArchive } from './unpack.ts';

const PATH = /^\/_releases\/([^/]+)(?:\/([a-z]+))?$/;
const MAX_BODY_BYTES = 4096;
/** Replaces the 30 s after which a silent HTTP/2 stream is closed: the gate and the queue before it may take longer. */
const STREAM_TIMEOUT_MILLISECONDS = 600_000;

interface ReleasesParts {
  store: string;
  dataDir: string;
  tokens: ReleaseTokens;
  limits: Limits;
  addressOf: ReadAddress;
  isEncrypted: (request: SiteRequest) => boolean;
  /** Prints a line for each move, also for a refused one. */
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/** Whether a path belongs to releases over the network. */
export const isReleasesPath = (path: string) => path.startsWith('/_releases/');

/**
 * Serves releases over the network: `PUT /_releases/<remote>` takes an archive of a build, `POST /_releases/<remote>/<move>`
 * moves its pointer, `GET` reads. Each runs the command of the same name in a separate process, with its gate and lock;
 * the response is its output. docs/own-a-remote.md describes the requests, decision 036 the reasons.
 */
export function createReleases(parts: ReleasesParts): Handler {
  const { store, dataDir, log, reportFault } = parts;
  const mayRelease = createReleaseAccess(parts);
  const runner = createCommandRunner(store, dataDir);

  async function handleRequest(
    request: SiteRequest,
    response: SiteResponse,
    path: string,
    query: string,
  ): Promise<void> {
    const isJson = !(request.headers.accept ?? '').startsWith('text/plain');
    const type = isJson ? { 'Content-Type': 'application/json; charset=utf-8' } : {};
    const send = (status: number, body: string) => respondText(request, response, status, body, type);
    const deny = async (status: number, reason: string, headers: Record<string, string> = {}) => {
      await discardRest(request);
      const body = isJson ? JSON.stringify({ ok: false, error: reason }) : reason;
      refuse(request, response, status, body, { ...type, ...headers });
    };
    const [, remote, action] = PATH.exec(path) ?? [];
    if (remote === undefined || !nameSchema.safeParse(remote).success)
      return deny(404, 'There is no such address.');
    const access = await mayRelease(request, remote);
    if (!access.ok)
      return deny(access.status, access.reason, {
        ...(access.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
        ...(access.seconds !== undefined && { 'Retry-After': String(access.seconds) }),
      });
    const { token } = access;
    const who = `${token.name} (token ${token.id})`;

    if (request.method === 'GET' && action === 'token') {
      const { name, scope, expiresAt } = token;
      return send(200, isJson ? JSON.stringify({ ok: true, remote, name, scope, expiresAt }) : name);
    }
    const storeCommand = await commandOf(request, action, query);
    if (typeof storeCommand === 'number') return deny(storeCommand, MESSAGES[storeCommand] ?? '');
    if (!covers(token.scope, storeCommand.requiredScope)) {
      const reason = `This token is only for ${token.scope === 'preview' ? 'previews' : 'canaries and previews'}.`;
      log(`${who}: ${storeCommand.command} ${remote}: refused`);
      return deny(403, reason);
    }
    if (runner.isBusy())
      return deny(503, 'Too many releases at once. Try again in a moment.', { 'Retry-After': '5' });

    response.stream?.setTimeout(STREAM_TIMEOUT_MILLISECONDS);
    try {
      const { isDone, text } = await runner.run(request, { remote, who, storeCommand, isJson });
      if (request.method !== 'GET')
        log(`${who}: ${storeCommand.command} ${remote}: ${isDone ? 'done' : 'refused'}`);
      send(isDone ? 200 : 422, text);
    } catch (error) {
      if (!isRefusedArchive(error)) throw error;
      if (hasGoneAway(request)) return void response.destroy();
      await deny(error.status, error.message);
    }
  }

  return function serveReleases(request, response, { path, query }) {
    handleRequest(request, response, path, query).catch((error: unknown) => {
      if (hasGoneAway(request)) return void response.destroy();
      reportFault(`A release over the network failed: ${errorMessage(error)}.`);
      refuse(request, response, 500, 'Internal server error');
    });
  };
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is not valid: docs/own-a-remote.md lists what it takes.',
  404: 'There is no such address.',
  405: 'Method not allowed',
  413: 'The request is too large: an archive may have 50 MB, the body of a move 4 kB.',
};

/** The command that a request stands for, or the status of the error response. */
async function commandOf(
  request: SiteRequest,
  action: string | undefined,
  query: string,
): Promise<StoreCommand | number> {
  const { method = '', headers } = request;
  const report = REPORTS.get(action);
  const move = action === undefined ? undefined : MOVES.get(action);
  if (method === 'GET' && report) return report(query) ?? 400;
  if (method === 'PUT' && action === undefined) {
    return Number(headers['content-length'] ?? 0) > MAX_ARCHIVE.bytes ? 413 : (uploadCommand(query) ?? 400);
  }
  if (method !== 'POST' || !move) return report || move ? 405 : 404;
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === 'too large') return 413;
  return (query === '' && move(body.length === 0 ? {} : parseJson(body))) || 400;
}
