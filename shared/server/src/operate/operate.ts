import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMMON_HEADERS, MAX_MESSAGE_LENGTH, nameSchema, operatorState, versionSchema } from '@space/store';
import * as z from 'zod/mini';
import type { EventMemory } from '../events/events.ts';
import type { Limits } from '../gateway/limits.ts';
import { isFromThisSite, type Client } from '../http/client.ts';
import { fileResponse } from '../http/files.ts';
import { jsonResponse, readJson, textResponse, type HttpContext } from '../http/respond.ts';
import { repositoryRoot } from '../settings.ts';
import { readBearer } from './bearer.ts';
import { runCli } from './runCli.ts';

/** The path of the operator's page, and the size of a move. */
export const OPERATE_PATH = '/_operate';
export const MOVE_BYTES = 2048;
/** The folder of the built page: `npm start` builds it. */
const BUILT_PAGE = join(repositoryRoot, 'shared/operate/dist');

const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Decides about a request: null lets it through. */
export type Guard = (context: HttpContext) => Promise<Response | null> | Response | null;

interface OperateParts {
  store: string;
  events: EventMemory;
  /** The origins of the page that sends a request: moves are accepted from them only. */
  originsFor: (context: HttpContext) => ReadonlySet<string>;
  /** Logs a line for each move. */
  log: (line: string) => void;
}

/** The body of a move request: a command of `npm run store` and its arguments. */
const moveSchema = z.strictObject({
  move: z.enum(['promote', 'rollback', 'kill', 'revive']),
  name: nameSchema,
  /** What is promoted. */
  version: z.optional(versionSchema),
  reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH))),
});

/** The arguments of the command. After `--` nothing is parsed as an option, whatever the operator typed. */
function argumentsOf({ move, name, version, reason }: z.infer<typeof moveSchema>): string[] {
  const isKill = move === 'kill';
  const message = isKill || reason === undefined ? [] : [`--message=${reason}`];
  const more = isKill ? [reason ?? ''] : version === undefined ? [] : [version];
  return [move, "--actor=the operator's page", ...message, '--', name, ...more];
}

/**
 * The operator's page with its two endpoints: the state of all releases and the moves. docs/operate-the-site.md says who
 * can reach it.
 */
export function createOperate({ store, events, originsFor, log }: OperateParts) {
  return {
    state: async (): Promise<Response> => jsonResponse(await operatorState(store, events.list(), new Date())),

    async move(context: HttpContext): Promise<Response> {
      const { headers } = context.env.incoming;
      if (!isFromThisSite(headers, originsFor(context)))
        return textResponse(403, "Moves are accepted only from the operator's page.");
      if (headers['content-type'] !== 'application/json') return textResponse(400, 'A move is JSON.');
      const { success, data } = moveSchema.safeParse(await readJson(context));
      if (!success) return textResponse(400, 'This is not a move.');
      const { isDone, output, errors } = await runCli(store, argumentsOf(data));
      const lines = (isDone ? output : errors || output).trim().split('\n');
      log(`The operator's page: ${data.move} ${data.name}: ${lines.join(' ')}`);
      // A refused move is a 200 too: browsers log other statuses as errors on the console.
      return jsonResponse({ isDone, lines });
    },

    /** The page's files. They contain no secret, but ask the user for a token. */
    page(context: HttpContext): Response {
      if (!existsSync(join(BUILT_PAGE, 'index.html')))
        return textResponse(503, "The operator's page is not built. `npm start` builds it.");
      const path = context.req.path.slice(OPERATE_PATH.length) || '/index.html';
      const file = /^\/(index\.html|assets\/[\w.-]+)$/.test(path)
        ? fileResponse(BUILT_PAGE, path, context, PAGE_HEADERS)
        : null;
      return file ?? textResponse(404, 'Not found');
    },
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Creates the check of `OPERATE_TOKEN`, for operators on other machines, over TLS. Tokens are compared by their hashes in
 * constant time.
 */
export function createTokenGuard(token: string, client: Client, limits: Limits): Guard {
  const expected = hash(token);
  const needed = "This needs the operator's token.";
  return async (context) => {
    if (!client.isEncrypted(context.env.incoming))
      return textResponse(403, 'A token is accepted only over TLS.');
    const checked = await readBearer(context, {
      ...{ client, limits, deny: textResponse, limit: 'wrong-operate-token' },
      check: (given) => (timingSafeEqual(hash(given), expected) ? {} : null),
      ...{ missing: needed, wrong: needed },
    });
    return checked instanceof Response ? checked : null;
  };
}
