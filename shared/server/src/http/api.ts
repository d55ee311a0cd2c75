import type { IncomingMessage } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { COMMON_HEADERS } from './securityHeaders.ts';
import type { Handler } from './site.ts';

/** A task or a sign-up is a few hundred bytes. */
const LARGEST_BODY = 1024 * 1024;

/** True for the addresses of the Supabase API. Everything else lite offers (/_system, storage) stays shut. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/auth/v1/') || path.startsWith('/rest/v1/');
}

/**
 * Passes requests to the backend: bodies up to 1 MB, answers never cached, and no cross-origin headers,
 * because the site and its API are one origin and no other site has business here.
 */
export function createApi(
  fetch: (request: Request, peerAddress: string | null) => Promise<Response>,
): Handler {
  const api = new Hono<{ Bindings: HttpBindings }>();
  api.use(
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: () => withOurHeaders(Response.json({ message: 'The request is too large' }, { status: 413 })),
    }),
  );
  api.all('*', async (context) => {
    const peer = context.env.incoming.socket.remoteAddress ?? null;
    return withOurHeaders(await fetch(context.req.raw, peer));
  });
  api.onError(() => withOurHeaders(Response.json({ message: 'Internal server error' }, { status: 500 })));
  const listener = getRequestListener(api.fetch, { overrideGlobalObjects: false });
  return (request: IncomingMessage, response) => void listener(request, response);
}

function withOurHeaders(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const name of [...headers.keys()]) {
    if (name.startsWith('access-control-')) headers.delete(name);
  }
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  headers.set('Cache-Control', 'no-store');
  return new Response(answer.body, { status: answer.status, headers });
}
