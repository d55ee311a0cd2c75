import { noteRefusal, sentenceOf } from '@space/store';
import { parseJson } from '../backend/files.ts';
import type { Limits } from '../gateway/limits.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import { hasGoneAway, type Handler, type SiteRequest, type SiteResponse } from '../http/handler.ts';
import { dropRest, readBody } from '../http/readBody.ts';
import { refuse, respondText } from '../http/respond.ts';
import { createPerformer } from './performer.ts';
import { createReleaseAccess } from './releaseAccess.ts';
import { MOVES, REPORTS, covers, uploadAsked, type Asked } from './requests.ts';
import type { ReleaseTokens } from './tokens.ts';
import { ARCHIVE, isRefusedArchive } from './unpack.ts';

const PATH = /^\/_releases\/([a-z][a-z0-9-]{0,30})(?:\/([a-z]+))?$/;
const LARGEST_BODY = 4096;
/** A stream of HTTP/2 that is silent for half a minute is closed elsewhere; the gate may take longer, and others before it. */
const PATIENCE_MILLISECONDS = 600_000;

interface ReleasesParts {
  store: string;
  dataDir: string;
  tokens: ReleaseTokens;
  limits: Limits;
  addressOf: ReadAddress;
  isEncrypted: (request: SiteRequest) => boolean;
  /** Gets a line for each move. */
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/** Whether a path belongs to releases over the network. */
export const isReleasesPath = (path: string) => path.startsWith('/_releases/');

/**
 * Releases over the network: `PUT /_releases/<remote>` takes an archive of a build, `POST /_releases/<remote>/<move>` moves
 * its pointer, `GET` reads. Each is the command of the same name, in a process of its own, with its gate, lock and log; the
 * answer is what it prints. docs/own-a-remote.md says how it is asked, decision 036 why it is so.
 */
export function createReleases(parts: ReleasesParts): Handler {
  const { store, dataDir, log, reportFault } = parts;
  const mayRelease = createReleaseAccess(parts);
  const performer = createPerformer(store, dataDir);

  async function take(
    request: SiteRequest,
    response: SiteResponse,
    path: string,
    query: string,
  ): Promise<void> {
    const isJson = !(request.headers.accept ?? '').startsWith('text/plain');
    const type = isJson ? { 'Content-Type': 'application/json; charset=utf-8' } : {};
    const send = (status: number, body: string) => respondText(request, response, status, body, type);
    const no = async (status: number, reason: string, headers: Record<string, string> = {}) => {
      await dropRest(request);
      const body = isJson ? JSON.stringify({ ok: false, error: reason }) : reason;
      refuse(request, response, status, body, { ...type, ...headers });
    };
    const [, remote, word] = PATH.exec(path) ?? [];
    if (remote === undefined) return no(404, 'There is no such address.');
    const access = await mayRelease(request, remote);
    if (!access.ok)
      return no(access.status, access.reason, {
        ...(access.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
        ...(access.seconds !== undefined && { 'Retry-After': String(access.seconds) }),
      });
    const { token } = access;
    const who = `${token.name} (token ${token.id})`;

    if (request.method === 'GET' && word === 'token') {
      const { name, scope, expiresAt } = token;
      return send(200, isJson ? JSON.stringify({ ok: true, remote, name, scope, expiresAt }) : name);
    }
    const asked = await askedBy(request, word, query);
    if (typeof asked === 'number') return no(asked, REASONS[asked] ?? '');
    if (!covers(token.scope, asked.needs)) {
      const reason = `This token is for ${token.scope === 'preview' ? 'previews' : 'canaries and previews'} alone.`;
      const entry = { who, what: asked.command, reason };
      await noteRefusal(store, remote, entry).catch((error: unknown) => reportFault(sentenceOf(error)));
      return no(403, reason);
    }
    if (performer.isBusy())
      return no(503, 'Too many releases at once. Try again in a moment.', { 'Retry-After': '5' });

    response.stream?.setTimeout(PATIENCE_MILLISECONDS);
    try {
      const { isDone, text } = await performer.perform(request, { remote, who, asked, isJson });
      if (isDone && request.method !== 'GET') log(`${who}: ${asked.command} ${remote}: done`);
      send(isDone ? 200 : 422, text);
    } catch (error) {
      if (!isRefusedArchive(error)) throw error;
      if (hasGoneAway(request)) return void response.destroy();
      await no(error.status, error.message);
    }
  }

  return function serveReleases(request, response, { path, query }) {
    take(request, response, path, query).catch((error: unknown) => {
      if (hasGoneAway(request)) return void response.destroy();
      reportFault(`A release over the network failed: ${sentenceOf(error)}.`);
      refuse(request, response, 500, 'Internal server error');
    });
  };
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'This is not what such a request takes: docs/own-a-remote.md lists it.',
  404: 'There is no such address.',
  405: 'Method not allowed',
  413: 'That is too much: an archive may have 50 MB, the body of a move 4 kB.',
};

/** What a request asks for, or the status that refuses it. */
async function askedBy(
  request: SiteRequest,
  word: string | undefined,
  query: string,
): Promise<Asked | number> {
  const { method = '', headers } = request;
  const report = REPORTS.get(word);
  const move = word === undefined ? undefined : MOVES.get(word);
  if (method === 'GET' && report) return report(query) ?? 400;
  if (method === 'PUT' && word === undefined) {
    return Number(headers['content-length'] ?? 0) > ARCHIVE.bytes ? 413 : (uploadAsked(query) ?? 400);
  }
  if (method !== 'POST' || !move) return report || move ? 405 : 404;
  const body = await readBody(request, LARGEST_BODY);
  if (body === 'too large') return 413;
  return (query === '' && move(body.length === 0 ? {} : parseJson(body))) || 400;
}
