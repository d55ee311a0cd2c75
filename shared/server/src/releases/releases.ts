import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nameSchema } from '@space/store';
import pLimit from 'p-limit';
import { parseJson } from '../backend/files.ts';
import { waitInWords, type Limits } from '../gateway/limits.ts';
import { isFromThisMachine, type Client } from '../http/client.ts';
import { queryOf, textResponse, type HttpContext } from '../http/respond.ts';
import { runCli } from '../operate/runCli.ts';
import { MOVES, REPORTS, covers, uploadCommand, type StoreCommand } from './requests.ts';
import type { ReleaseToken, ReleaseTokens } from './tokens.ts';
import { MAX_ARCHIVE, isRefusedArchive, unpack } from './unpack.ts';

/** The path of releases over the network, and the size of a move. An archive has limits of its own. */
export const RELEASES_PATH = '/_releases';
export const RELEASE_MOVE_BYTES = 4096;

const PATH = /^\/_releases\/([^/]+)(?:\/([a-z]+))?$/;

interface ReleasesParts {
  store: string;
  dataDir: string;
  tokens: ReleaseTokens;
  limits: Limits;
  client: Client;
  /** Prints a line for each move, also for a refused one. */
  log: (line: string) => void;
}

const isJson = ({ req }: HttpContext) => !(req.header('accept') ?? '').startsWith('text/plain');
const typeFor = (context: HttpContext): Record<string, string> =>
  isJson(context) ? { 'Content-Type': 'application/json; charset=utf-8' } : {};

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is not valid: docs/own-a-remote.md lists what it takes.',
  404: 'There is no such address.',
  405: 'Method not allowed',
  413: 'The request is too large: an archive may have 50 MB, the body of a move 4 kB.',
};

/** An error response, as JSON or as text. */
export function denyRelease(
  context: HttpContext,
  status: number,
  reason = MESSAGES[status] ?? '',
  headers: Record<string, string> = {},
): Response {
  const body = isJson(context) ? JSON.stringify({ ok: false, error: reason }) : reason;
  return textResponse(status, body, { ...typeFor(context), ...headers });
}

/**
 * Serves releases over the network: `PUT /_releases/<remote>` takes an archive of a build, `POST /_releases/<remote>/<move>`
 * moves its pointer, `GET` reads. Each runs the command of the same name in a separate process, with its gate and lock; the
 * response is its output. docs/own-a-remote.md describes the requests.
 */
export function createReleases(parts: ReleasesParts) {
  const { store, dataDir, log } = parts;
  const runner = createCommandRunner(store, dataDir);

  return async function serveRelease(context: HttpContext): Promise<Response> {
    const { req } = context;
    const deny = (status: number, reason?: string, headers?: Record<string, string>) =>
      denyRelease(context, status, reason, headers);
    const [, remote, action] = PATH.exec(req.path) ?? [];
    if (remote === undefined || !nameSchema.safeParse(remote).success) return deny(404);
    const token = await checkToken(parts, context, remote);
    if (token instanceof Response) return token;
    const who = `${token.name} (token ${token.id})`;

    if (req.method === 'GET' && action === 'token') {
      const { name, scope, expiresAt } = token;
      const body = isJson(context) ? JSON.stringify({ ok: true, remote, name, scope, expiresAt }) : name;
      return textResponse(200, body, typeFor(context));
    }
    const storeCommand = await commandOf(context, action);
    if (typeof storeCommand === 'number') return deny(storeCommand);
    if (!covers(token.scope, storeCommand.requiredScope)) {
      const reason = `This token is only for ${token.scope === 'preview' ? 'previews' : 'canaries and previews'}.`;
      log(`${who}: ${storeCommand.command} ${remote}: refused`);
      return deny(403, reason);
    }
    if (runner.isBusy())
      return deny(503, 'Too many releases at once. Try again in a moment.', { 'Retry-After': '5' });

    try {
      const request = { remote, who, storeCommand, isJson: isJson(context) };
      const { isDone, text } = await runner.run(context, request);
      if (req.method !== 'GET')
        log(`${who}: ${storeCommand.command} ${remote}: ${isDone ? 'done' : 'refused'}`);
      return textResponse(isDone ? 200 : 422, text, typeFor(context));
    } catch (error) {
      if (isRefusedArchive(error)) return deny(error.status, error.message);
      throw error;
    }
  };
}

/**
 * Checks whether a request may release a remote: `Authorization: Bearer <token>`, over TLS or from this machine. Returns
 * the token or the error response, which does not tell what is wrong with a token. Wrong tokens are limited per address.
 */
export async function checkToken(
  { tokens, limits, client }: Pick<ReleasesParts, 'tokens' | 'limits' | 'client'>,
  context: HttpContext,
  remote: string,
): Promise<ReleaseToken | Response> {
  const { incoming } = context.env;
  const unauthorized = (reason: string) =>
    denyRelease(context, 401, reason, { 'WWW-Authenticate': 'Bearer' });
  const tooMany = (what: string, seconds: number) =>
    denyRelease(context, 429, `Too many ${what}. Try again in ${waitInWords(seconds)}.`, {
      'Retry-After': String(seconds),
    });
  if (!client.isEncrypted(incoming) && !isFromThisMachine(incoming))
    return denyRelease(context, 403, 'A token is accepted only over TLS (https://).');
  const [, given = ''] = /^Bearer (\S+)$/.exec(incoming.headers.authorization ?? '') ?? [];
  if (given === '') return unauthorized(`This needs a token of ${remote}: Authorization: Bearer …`);
  const address = client.addressOf(incoming);
  // Counted before the check and refunded afterwards, so that concurrent guesses count as well.
  const seconds = await limits.take('wrong-release-token', address);
  if (seconds !== null) return tooMany('wrong tokens', seconds);
  const token = await tokens.check(given, remote);
  if (token === null)
    return unauthorized(
      `This token does not release ${remote}: it is unknown, has expired, was withdrawn or belongs to another remote.`,
    );
  await limits.giveBack('wrong-release-token', address);
  const wait = await limits.take('release-token', token.id);
  return wait === null ? token : tooMany('requests with this token', wait);
}

/** The command that a request stands for, or the status of the error response. */
async function commandOf(context: HttpContext, action: string | undefined): Promise<StoreCommand | number> {
  const { method } = context.req;
  const query = queryOf(context);
  const report = REPORTS.get(action);
  const move = action === undefined ? undefined : MOVES.get(action);
  if (method === 'GET' && report) return report(query) ?? 400;
  if (method === 'PUT' && action === undefined) {
    const length = Number(context.req.header('content-length') ?? 0);
    return length > MAX_ARCHIVE.bytes ? 413 : (uploadCommand(query) ?? 400);
  }
  if (method !== 'POST' || !move) return report || move ? 405 : 404;
  const body = Buffer.from(await context.req.arrayBuffer());
  return (query === '' && move(body.length === 0 ? {} : parseJson(body))) || 400;
}

/** One at a time: the gate compiles, and several compilers would slow down visitors. */
const MAX_CONCURRENT = 1;
const MAX_WAITING = 8;

interface CommandRequest {
  remote: string;
  /** The actor, as the history names it. */
  who: string;
  storeCommand: StoreCommand;
  isJson: boolean;
}

/** Removes a path of this machine from a text: clients must not see it. */
const removePath = (text: string, path: string) => text.replaceAll(`${path}/`, '').replaceAll(path, '.');

/** Runs the commands of releases over the network one after another. Takes the store and the data directory. */
function createCommandRunner(store: string, dataDir: string) {
  const queue = pLimit(MAX_CONCURRENT);
  const uploads = join(dataDir, 'uploads');
  // Uploads that a killed server has left.
  rmSync(uploads, { recursive: true, force: true });
  mkdirSync(uploads, { recursive: true, mode: 0o700 });

  async function runInStore(request: CommandRequest, archive: string | null) {
    const { command, args: commandArgs = [], options = [] } = request.storeCommand;
    const args = [
      command,
      ...(request.isJson ? ['--json'] : []),
      `--actor=${request.who}`,
      ...options,
      ...(archive === null ? [] : ['--uploaded', `--from=${archive}`]),
      // After this nothing is parsed as an option, whatever the client sent.
      '--',
      request.remote,
      ...commandArgs,
    ];
    // Git must not look for a repository above the archive.
    const environment = { GIT_CEILING_DIRECTORIES: dirname(uploads) };
    const { isDone, output, errors } = await runCli(store, args, environment);
    const text = [...(archive === null ? [] : [archive]), store].reduce(
      removePath,
      (output || errors).trim(),
    );
    return { isDone, text };
  }

  return {
    isBusy: () => queue.activeCount + queue.pendingCount > MAX_WAITING,

    /**
     * Runs a command, for a PUT with the archive in its body; returns whether it succeeded, and its output. Throws
     * RefusedArchive. Unpacked files are removed before it returns.
     */
    async run(
      { req, env }: HttpContext,
      request: CommandRequest,
    ): Promise<{ isDone: boolean; text: string }> {
      if (req.method !== 'PUT') return queue(() => runInStore(request, null));
      const archive = await mkdtemp(join(uploads, `${request.remote}-`));
      try {
        await unpack(env.incoming, archive);
        return await queue(() => runInStore(request, archive));
      } finally {
        await rm(archive, { recursive: true, force: true });
      }
    },
  };
}
