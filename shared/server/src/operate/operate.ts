import { execFile } from 'node:child_process';
import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMMON_HEADERS, MAX_MESSAGE_LENGTH, nameSchema, operatorState, versionSchema } from '@space/store';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { SiteParts } from '../parts.ts';
import type { Events } from '../events.ts';
import { waitInWords, type LimitName } from '../gateway/limits.ts';
import { fileResponse } from '../http/site.ts';
import {
  type Env,
  type HttpContext,
  jsonResponse,
  limitBody,
  readJson,
  Refusal,
  refuseMethod,
  textResponse,
} from '../http/respond.ts';
import { repositoryRoot } from '../settings.ts';

export const OPERATE_PATH = '/_operate';
const MOVE_BYTES = 2048;
const BUILT_PAGE = join(repositoryRoot, 'shared/operate/dist');

const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

const moveSchema = z.strictObject({
  move: z.enum(['promote', 'rollback', 'kill', 'revive']),
  name: nameSchema,
  version: z.optional(versionSchema),
  reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH))),
});

/** The arguments of the command. After `--` nothing is parsed as an option, whatever the operator typed. */
function argumentsOf({ move, name, version, reason }: z.infer<typeof moveSchema>): string[] {
  const message = reason === undefined ? [] : [`--message=${reason}`];
  const more = version === undefined ? [] : [version];
  return [move, "--actor=the operator's page", ...message, '--', name, ...more];
}

const refuseMove = () => textResponse(400, 'This is not a move.');

/** The operator's page, its state and its moves. With a token it is for other machines, over TLS. */
export function createOperate(parts: SiteParts & { store: string }, events: Events, token?: string) {
  const { store, client, siteUrl, log } = parts;

  async function move(context: HttpContext): Promise<Response> {
    const { incoming } = context.env;
    if (!client.isFromSite(incoming, siteUrl))
      return textResponse(403, "Moves are accepted only from the operator's page.");
    if (incoming.headers['content-type'] !== 'application/json') return textResponse(400, 'A move is JSON.');
    const { success, data } = moveSchema.safeParse(await readJson(context));
    if (!success) return refuseMove();
    const { isDone, output, errors } = await runCli(store, argumentsOf(data));
    const lines = (isDone ? output : errors || output).trim().split('\n');
    log(`The operator's page: ${data.move} ${data.name}: ${lines.join(' ')}`);
    // A refused move is a 200 too: browsers log other statuses as errors on the console.
    return jsonResponse({ isDone, lines });
  }

  function page(context: HttpContext): Response {
    if (!existsSync(join(BUILT_PAGE, 'index.html')))
      return textResponse(503, "The operator's page is not built. `npm start` builds it.");
    const path = context.req.path.slice(OPERATE_PATH.length) || '/index.html';
    const file = /^\/(index\.html|assets\/[\w.-]+)$/.test(path)
      ? fileResponse(BUILT_PAGE, path, context, PAGE_HEADERS)
      : null;
    return file ?? textResponse(404, 'Not found');
  }

  const routes = new Hono<Env>();
  if (token !== undefined) {
    const expected = hash(token);
    const check = (given: string) => (timingSafeEqual(hash(given), expected) ? {} : null);
    const needed = "This needs the operator's token.";
    routes.use(async (context, next) => {
      if (!client.isEncrypted(context.env.incoming))
        throw new Refusal(403, "The operator's page and its token are accepted only over TLS.");
      if (/\/(state|moves)$/.test(context.req.path))
        await readBearer(context, parts, 'wrong-operate-token', check, { missing: needed, wrong: needed });
      return next();
    });
  }
  return routes
    .get('/state', async () => jsonResponse(await operatorState(store, events.list(), new Date())))
    .all('/state', refuseMethod('GET, HEAD'))
    .post('/moves', limitBody(MOVE_BYTES, refuseMove), (context) => move(context))
    .all('/moves', refuseMethod('POST'))
    .get('/*', page);
}

const hash = (text: string) => createHash('sha256').update(text).digest();

export const tooMany = (what: string, seconds: number): Refusal =>
  new Refusal(429, `Too many ${what}. Try again in ${waitInWords(seconds)}.`, {
    'Retry-After': String(seconds),
  });

/** Returns what the token of a request stands for. Throws a Refusal: after too many wrong ones also for the right one. */
export async function readBearer<Token extends object>(
  { env: { incoming } }: HttpContext,
  { client, limits }: SiteParts,
  limit: LimitName,
  check: (given: string) => Token | null,
  reasons: { missing: string; wrong: string },
): Promise<Token> {
  const unauthorized = (reason: string) => new Refusal(401, reason, { 'WWW-Authenticate': 'Bearer' });
  const [, given] = /^Bearer (\S+)$/.exec(incoming.headers.authorization ?? '') ?? [];
  if (given === undefined) throw unauthorized(reasons.missing);
  const address = client.addressOf(incoming);
  // Counted before the check, so that concurrent guesses count as well.
  const seconds = await limits.take(limit, address);
  if (seconds !== null) throw tooMany('wrong tokens', seconds);
  const token = check(given);
  if (token === null) throw unauthorized(reasons.wrong);
  await limits.giveBack(limit, address);
  return token;
}

const CLI = join(repositoryRoot, 'shared/release/src/cli/main.ts');
const TIMEOUT_MILLISECONDS = 120_000;

/** Runs a release command in a process of its own, for at most two minutes. Returns what it printed. */
export function runCli(
  store: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ isDone: boolean; output: string; errors: string }> {
  const words = ['--disable-warning=ExperimentalWarning', CLI, ...args];
  const env = { ...process.env, STORE_DIR: store, ...environment };
  const late = `The command took more than ${TIMEOUT_MILLISECONDS / 1000} seconds and was stopped.`;
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      words,
      { env, timeout: TIMEOUT_MILLISECONDS, killSignal: 'SIGKILL', maxBuffer: Infinity },
      (error, output, errors) =>
        resolve({ isDone: error === null, output, errors: error?.killed ? late : errors }),
    ),
  );
}
