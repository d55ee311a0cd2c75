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
import { Hono } from 'hono';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { parseJson } from '../backend/files.ts';
import { isFromThisMachine } from '../http/client.ts';
import { limitBody, Refusal, textResponse, type Env, type HttpContext } from '../http/respond.ts';
import { readBearer, runCli, tooMany } from '../operate/operate.ts';
import type { SiteParts } from '../parts.ts';
import { SCOPE_IN_WORDS, covers, openTokens, type ReleaseToken } from './tokens.ts';

export const RELEASES_PATH = '/_releases';
/** An archive has limits of its own. */
const MOVE_BYTES = 4096;

const PATH = /^\/_releases\/([^/]+)(?:\/([a-z]+))?$/;
const MAX_WAITING = 8;
const HOUR = 3_600_000;

const MESSAGES = {
  400: 'The request is not valid. "npm run store" lists the commands and what each of them takes.',
  404: 'There is no such address.',
  405: 'Method not allowed',
  413: 'The request is too large: an archive may have 50 MB, the body of a move 4 kB.',
};

const refused = (status: 400 | 404 | 405 | 413) => new Refusal(status, MESSAGES[status]);

const isJson = ({ req }: HttpContext) => !(req.header('accept') ?? '').startsWith('text/plain');

function respond(context: HttpContext, status: number, text: string, headers: Record<string, string> = {}) {
  const type = isJson(context) ? { 'Content-Type': 'application/json; charset=utf-8' } : {};
  return textResponse(status, text, { ...type, ...headers });
}

/** Serves releases over the network (docs/own-a-remote.md) by the commands of `npm run store`, with their gate and lock. */
export function createReleases(parts: SiteParts & { store: string }): Hono<Env> {
  const { store, dataDir, log, limits, client } = parts;
  const tokens = openTokens(dataDir);
  // One command at a time: several would slow down visitors.
  const queue = pLimit(1);
  const uploads = join(dataDir, 'uploads');
  // Uploads that a killed server has left.
  rmSync(uploads, { recursive: true, force: true });
  mkdirSync(uploads, { recursive: true, mode: 0o700 });

  /** The token of a request. Throws a Refusal, which does not tell what is wrong with a token. */
  async function checkToken(context: HttpContext, remote: string): Promise<ReleaseToken> {
    const { incoming } = context.env;
    if (!client.isEncrypted(incoming) && !isFromThisMachine(incoming))
      throw new Refusal(403, 'A token is accepted only over TLS (https://).');
    const check = (given: string) => tokens.check(given, remote);
    const token = await readBearer(context, parts, 'wrong-release-token', check, {
      missing: `This needs a token of ${remote}: Authorization: Bearer …`,
      wrong: `This token does not release ${remote}: it is unknown, has expired, was withdrawn or belongs to another remote.`,
    });
    const seconds = await limits.take('release-token', token.id);
    if (seconds !== null) throw tooMany('requests with this token', seconds);
    return token;
  }

  async function serve(context: HttpContext): Promise<Response> {
    const { req, env } = context;
    const [, remote, action = ''] = PATH.exec(req.path) ?? [];
    if (remote === undefined || !nameSchema.safeParse(remote).success) throw refused(404);
    const token = await checkToken(context, remote);
    if (req.method === 'GET' && action === 'token') {
      const { name, scope, expiresAt } = token;
      const body = isJson(context) ? JSON.stringify({ ok: true, remote, name, scope, expiresAt }) : name;
      return respond(context, 200, body);
    }
    // Loaded on demand: most starts take no archive.
    const { MAX_ARCHIVE, unpack } = await import('./unpack.ts');
    const isUpload = req.method === 'PUT';
    if (isUpload && Number(req.header('content-length') ?? 0) > MAX_ARCHIVE.bytes) throw refused(413);
    const { command, scope, args, options } = commandOf(req.method, action, await fieldsIn(context));
    const who = `${token.name} (token ${token.id})`;
    const logResult = (result: string) => log(`${who}: ${command} ${remote}: ${result}`);
    if (!covers(token.scope, scope)) {
      logResult('refused');
      throw new Refusal(403, `This token is only for ${SCOPE_IN_WORDS[token.scope]}.`);
    }
    if (queue.activeCount + queue.pendingCount > MAX_WAITING)
      throw new Refusal(503, 'Too many releases at once. Try again in a moment.', { 'Retry-After': '5' });

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
    } finally {
      if (archive !== null) await rm(archive, { recursive: true, force: true });
    }
  }

  const routes = new Hono<Env>().onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    const { status, message: reason, headers } = error;
    const body = isJson(context) ? JSON.stringify({ ok: false, error: reason }) : reason;
    return respond(context, status, body, headers);
  });
  const limit = limitBody(MOVE_BYTES, () => {
    throw refused(413);
  });
  return routes.post('/*', limit).all('/*', (context) => serve(context));
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
  ['POST', 'kill', 'kill', 'all', z.strictObject({ message })],
  ['POST', 'canary', 'canary', 'canary', z.strictObject({ message, percent })],
] as const;
type Fields = Partial<Record<'message' | 'version', string | undefined>> &
  Partial<Record<'percent' | 'canary', number>>;

/** The command of a method, the last segment of a path, and fields. Throws a Refusal. */
function commandOf(method: string, action: string, fields: unknown) {
  const known = REQUESTS.filter((request) => request[1] === action);
  if (known.length === 0) throw refused(404);
  const possible = known.filter((request) => request[0] === method);
  if (possible.length === 0) throw refused(405);
  for (const [, , command, scope, schema] of possible) {
    const given: Fields | undefined = schema.safeParse(fields).data;
    if (given === undefined) continue;
    const options = given.message === undefined ? [] : [`--message=${given.message}`];
    // A move to a canary tries a release that is there already.
    if (given.percent !== undefined) options.unshift('--same');
    const share = given.canary ?? given.percent;
    const args = [share === undefined ? undefined : `${share}%`, given.version];
    return { command, scope, options, args: args.filter((one) => one !== undefined) };
  }
  throw refused(400);
}

/** Of the query or, for a POST, of the body. Undefined if they are invalid, or one is given twice. */
async function fieldsIn({ req }: HttpContext): Promise<unknown> {
  const pairs = [...new URL(req.url).searchParams];
  const query = Object.fromEntries(pairs);
  if (req.method !== 'POST') return Object.keys(query).length === pairs.length ? query : undefined;
  const body = Buffer.from(await req.arrayBuffer());
  if (pairs.length > 0) return undefined;
  return body.length === 0 ? {} : parseJson(body);
}

/** Removes what was staged more than 14 days ago, now and every hour. Returns a function that ends it, after what it is at. */
export function cleanUpStaged(store: string, reportFault: (line: string) => void): () => Promise<void> {
  const cleanUp = async () => {
    // A broken pointer, or one that may not be written, is reported at the remote's next move.
    for (const name of await remotesIn(store)) await orStoreError(endExpiredStages(store, name));
  };
  const tryTo = () => cleanUp().catch((error: unknown) => reportFault(errorMessage(error)));
  let last = tryTo();
  const timer = setInterval(() => void (last = tryTo()), HOUR).unref();
  return () => {
    clearInterval(timer);
    return last;
  };
}
