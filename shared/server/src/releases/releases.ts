import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  MAX_MESSAGE_LENGTH,
  endExpiredStages,
  errorMessage,
  nameSchema,
  orStoreError,
  remotesIn,
  versionSchema,
} from '@space/store';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { parseJson } from '../backend/files.ts';
import { isFromThisMachine } from '../http/client.ts';
import { textResponse, type HttpContext } from '../http/respond.ts';
import { readBearer, runCli, tooMany } from '../operate/operate.ts';
import type { SiteParts } from '../parts.ts';
import { SCOPE_IN_WORDS, covers, openTokens, type ReleaseToken, type Scope } from './tokens.ts';

/** An archive has limits of its own. */
export const RELEASES_PATH = '/_releases';
export const RELEASE_MOVE_BYTES = 4096;

const PATH = /^\/_releases\/([^/]+)(?:\/([a-z]+))?$/;
const MAX_WAITING = 8;
const HOUR = 3_600_000;

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is not valid. "npm run store" lists the commands and what each of them takes.',
  404: 'There is no such address.',
  405: 'Method not allowed',
  413: 'The request is too large: an archive may have 50 MB, the body of a move 4 kB.',
};

const isJson = ({ req }: HttpContext) => !(req.header('accept') ?? '').startsWith('text/plain');

function respond(context: HttpContext, status: number, text: string, headers: Record<string, string> = {}) {
  const type = isJson(context) ? { 'Content-Type': 'application/json; charset=utf-8' } : {};
  return textResponse(status, text, { ...type, ...headers });
}

export function denyRelease(
  context: HttpContext,
  status: number,
  reason = MESSAGES[status] ?? '',
  headers: Record<string, string> = {},
): Response {
  const body = isJson(context) ? JSON.stringify({ ok: false, error: reason }) : reason;
  return respond(context, status, body, headers);
}

/** Serves releases over the network (docs/own-a-remote.md) by the commands of `npm run store`, with their gate and lock. */
export function createReleases(parts: SiteParts & { store: string }) {
  const { store, dataDir, log, limits, client } = parts;
  const tokens = openTokens(dataDir);
  // One command at a time: several would slow down visitors.
  const queue = pLimit(1);
  const uploads = join(dataDir, 'uploads');
  // Uploads that a killed server has left.
  rmSync(uploads, { recursive: true, force: true });
  mkdirSync(uploads, { recursive: true, mode: 0o700 });

  type Deny = (status: number, reason?: string, headers?: Record<string, string>) => Response;

  /** Returns the token of a request, or the error response, which does not tell what is wrong with a token. */
  async function checkToken(context: HttpContext, remote: string, deny: Deny) {
    const { incoming } = context.env;
    if (!client.isEncrypted(incoming) && !isFromThisMachine(incoming))
      return deny(403, 'A token is accepted only over TLS (https://).');
    const token = await readBearer<ReleaseToken>(context, {
      ...{ client, limits, deny, limit: 'wrong-release-token' },
      check: (given) => tokens.check(given, remote),
      missing: `This needs a token of ${remote}: Authorization: Bearer …`,
      wrong: `This token does not release ${remote}: it is unknown, has expired, was withdrawn or belongs to another remote.`,
    });
    if (token instanceof Response) return token;
    const wait = await limits.take('release-token', token.id);
    return wait === null ? token : tooMany(deny, 'requests with this token', wait);
  }

  return async function serveRelease(context: HttpContext): Promise<Response> {
    const { req, env } = context;
    const deny: Deny = (...answer) => denyRelease(context, ...answer);
    const [, remote, action = ''] = PATH.exec(req.path) ?? [];
    if (remote === undefined || !nameSchema.safeParse(remote).success) return deny(404);
    const token = await checkToken(context, remote, deny);
    if (token instanceof Response) return token;
    if (req.method === 'GET' && action === 'token') {
      const { name, scope, expiresAt } = token;
      const body = isJson(context) ? JSON.stringify({ ok: true, remote, name, scope, expiresAt }) : name;
      return respond(context, 200, body);
    }
    // Loaded on demand: most starts take no archive.
    const { MAX_ARCHIVE, RefusedArchive, unpack } = await import('./unpack.ts');
    const isUpload = req.method === 'PUT';
    if (isUpload && Number(req.header('content-length') ?? 0) > MAX_ARCHIVE.bytes) return deny(413);
    const request = commandOf(req.method, action, await fieldsIn(context));
    if (typeof request === 'number') return deny(request);
    const { command, scope, args, options } = request;
    const who = `${token.name} (token ${token.id})`;
    const logResult = (result: string) => log(`${who}: ${command} ${remote}: ${result}`);
    if (!covers(token.scope, scope)) {
      logResult('refused');
      return deny(403, `This token is only for ${SCOPE_IN_WORDS[token.scope]}.`);
    }
    if (queue.activeCount + queue.pendingCount > MAX_WAITING)
      return deny(503, 'Too many releases at once. Try again in a moment.', { 'Retry-After': '5' });

    const archive = isUpload ? await mkdtemp(join(uploads, `${remote}-`)) : null;
    try {
      if (archive !== null) await unpack(env.incoming, archive);
      const given = [`--actor=${who}`, ...options, ...(isJson(context) ? ['--json'] : [])];
      if (command === 'rollback' && token.scope !== 'all') given.push('--canary-only');
      if (archive !== null) given.push('--uploaded', `--from=${archive}`);
      // After `--` nothing is parsed as an option, whatever the client sent.
      const words = [command, ...given, '--', remote, ...args];
      // Git must not look for a repository above the archive.
      const environment = { GIT_CEILING_DIRECTORIES: dirname(uploads) };
      const { isDone, output, errors } = await queue(() => runCli(store, words, environment));
      // The output names no path of this machine.
      const text = [archive ?? store, store].reduce(
        (all, path) => all.replaceAll(`${path}/`, '').replaceAll(path, '.'),
        (output || errors).trimEnd(),
      );
      if (req.method !== 'GET') logResult(isDone ? 'done' : 'refused');
      return respond(context, isDone ? 200 : 422, text);
    } catch (error) {
      if (error instanceof RefusedArchive) return deny(error.status, error.message);
      throw error;
    } finally {
      if (archive !== null) await rm(archive, { recursive: true, force: true });
    }
  };
}

/** The command that a request stands for, and the scope that its token needs. */
interface StoreCommand {
  command: string;
  options: readonly string[];
  args: readonly string[];
  scope: Scope;
}

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH));
const message = z.optional(text);
const version = z.optional(versionSchema);
const percent = z.number().check(z.positive(), z.lte(100));
const percentInQuery = z.pipe(z.pipe(z.string(), z.transform(Number)), percent);

/** Each request: its method and the last segment of its path, its command and scope, and its fields. */
const REQUESTS = [
  ['GET', '', 'releases', 'stage', z.strictObject({})],
  ['PUT', '', 'release', 'all', z.strictObject({ message })],
  ['PUT', '', 'canary', 'canary', z.strictObject({ message, canary: percentInQuery })],
  ['PUT', '', 'stage', 'stage', z.strictObject({ message, stage: z.literal('true') })],
  ['POST', 'promote', 'promote', 'all', z.strictObject({ message, version })],
  // Without a version it may end a canary.
  ['POST', 'rollback', 'rollback', 'canary', z.strictObject({ message })],
  ['POST', 'rollback', 'rollback', 'all', z.strictObject({ message, version })],
  ['POST', 'revive', 'revive', 'all', z.strictObject({ message })],
  ['POST', 'kill', 'kill', 'all', z.strictObject({ reason: text })],
  ['POST', 'canary', 'canary', 'canary', z.strictObject({ message, percent })],
] as const;
type Fields = Partial<Record<'message' | 'version' | 'reason', string | undefined>> &
  Partial<Record<'percent' | 'canary', number>>;

/** The fields of a query; undefined if one is given twice. */
export function fieldsOf(query: string): Record<string, string> | undefined {
  const pairs = [...new URLSearchParams(query)];
  const fields = Object.fromEntries(pairs);
  return Object.keys(fields).length === pairs.length ? fields : undefined;
}

/** Takes the method, the last segment of the path, and the fields. Returns the command, or the status of an error. */
export function commandOf(method: string, action: string, fields: unknown): StoreCommand | 400 | 404 | 405 {
  const known = REQUESTS.filter((request) => request[1] === action);
  if (known.length === 0) return 404;
  const possible = known.filter((request) => request[0] === method);
  if (possible.length === 0) return 405;
  for (const [, , command, scope, schema] of possible) {
    const given: Fields | undefined = schema.safeParse(fields).data;
    if (given === undefined) continue;
    const options = given.message === undefined ? [] : [`--message=${given.message}`];
    // A move to a canary tries a release that is there already.
    if (given.percent !== undefined) options.unshift('--same');
    const share = given.canary ?? given.percent;
    const args = [share === undefined ? undefined : `${share}%`, given.version, given.reason];
    return { command, scope, options, args: args.filter((one) => one !== undefined) };
  }
  return 400;
}

/** Of the query or, for a POST, of the body. Undefined if they are invalid. */
async function fieldsIn({ req }: HttpContext): Promise<unknown> {
  const query = fieldsOf(new URL(req.url).search);
  if (req.method !== 'POST') return query;
  const body = Buffer.from(await req.arrayBuffer());
  if (query === undefined || Object.keys(query).length > 0) return undefined;
  return body.length === 0 ? {} : parseJson(body);
}

/** Removes what was staged more than 14 days ago, now and every hour. Returns a function that stops it. */
export function cleanUpStaged(store: string, reportFault: (line: string) => void): () => void {
  async function cleanUp(): Promise<void> {
    // A broken pointer, or one that may not be written, is reported at the remote's next move.
    for (const name of await remotesIn(store)) await orStoreError(endExpiredStages(store, name));
  }
  const tryTo = () => void cleanUp().catch((error: unknown) => reportFault(errorMessage(error)));
  tryTo();
  const timer = setInterval(tryTo, HOUR).unref();
  return () => clearInterval(timer);
}
