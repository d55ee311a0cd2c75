import type { HttpBindings } from '@hono/node-server';
import { COMMON_HEADERS } from '@space/store';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { parseJson } from '../backend/files.ts';

export interface Env {
  Bindings: HttpBindings;
}
export type HttpContext = Context<Env>;

/** Of what is not a page: nothing in it may run, be framed or load anything. */
export const RESPONSE_HEADERS = {
  ...COMMON_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

export function textResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      ...RESPONSE_HEADERS,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      ...headers,
    },
  });
}

/** Ends a request with an error response. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const jsonResponse = (value: unknown): Response =>
  textResponse(200, JSON.stringify(value), { 'Content-Type': 'application/json; charset=utf-8' });

export const refuseMethod =
  (allowed: string, headers: Record<string, string> = {}) =>
  (): Response =>
    textResponse(405, 'Method not allowed', { ...headers, Allow: allowed });

/** Refuses larger bodies: by Content-Length, or as soon as too much has arrived. */
export const limitBody = (
  maxSize: number,
  onError: (context: HttpContext) => Response = () => textResponse(413, 'The request is too large'),
): MiddlewareHandler<Env> => bodyLimit({ maxSize, onError });

/** Then no response is needed, and nothing is an error. */
export const hasGoneAway = ({ env }: HttpContext): boolean => env.outgoing.destroyed;

export const queryOf = ({ req }: HttpContext): string => new URL(req.url).search.slice(1);

export async function readJson({ req }: HttpContext): Promise<unknown> {
  return parseJson(Buffer.from(await req.arrayBuffer()));
}

/** Answers 304 if If-None-Match names the ETag (by weak comparison), otherwise as `respond` does. */
export function revalidate<Answer>(
  { req }: HttpContext,
  headers: { ETag: string } & Record<string, string>,
  respond: () => Answer,
): Answer | Response {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = (req.header('if-none-match') ?? '').split(',').map(opaque);
  return known.includes('*') || known.includes(opaque(headers.ETag))
    ? new Response(null, { status: 304, headers })
    : respond();
}
