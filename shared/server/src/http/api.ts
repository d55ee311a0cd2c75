import { COMMON_HEADERS } from '@space/store';
import { hasGoneAway } from './handler.ts';
import type { Handler, SiteRequest, SiteResponse } from './handler.ts';
import { readBody } from './readBody.ts';
import { refuse, respondText } from './respond.ts';

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
  reportFault: (line: string) => void,
): Handler {
  async function answer(incoming: SiteRequest, outgoing: SiteResponse): Promise<void> {
    const body = await readBody(incoming, LARGEST_BODY);
    if (body === 'too large') return refuse(incoming, outgoing, 413, 'The request is too large');
    const request = toRequest(incoming, body);
    if (request === null) return respondText(incoming, outgoing, 400, 'Bad request');
    await send(await fetch(request, incoming.socket.remoteAddress ?? null), outgoing);
  }

  return function serveApi(incoming, outgoing) {
    answer(incoming, outgoing).catch((error: unknown) => {
      if (hasGoneAway(incoming)) return void outgoing.destroy();
      const { name, stack } = error instanceof Error ? error : new Error(String(error));
      reportFault(`A request failed with ${name} ${stack?.split('\n')[1]?.trim() ?? ''}.`);
      if (outgoing.headersSent) return void outgoing.destroy();
      respondText(incoming, outgoing, 500, 'Internal server error');
    });
  };
}

/** Returns null when the request's target or headers are none. */
function toRequest(incoming: SiteRequest, body: Buffer): Request | null {
  const headers = new Headers();
  try {
    for (const [name, values = []] of Object.entries(incoming.headers)) {
      // HTTP/2 has pseudo headers, ':path' and the like.
      if (name.startsWith(':')) continue;
      for (const value of [values].flat()) headers.append(name, value);
    }
    const scheme = incoming.socket.encrypted === true ? 'https' : 'http';
    const url = new URL(`${scheme}://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`);
    const method = incoming.method ?? 'GET';
    const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
    return new Request(url, { method, headers, ...(hasBody ? { body: new Uint8Array(body) } : {}) });
  } catch {
    return null;
  }
}

async function send(answer: Response, outgoing: SiteResponse): Promise<void> {
  for (const [name, value] of answer.headers) {
    if (!name.startsWith('access-control-') && name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('Set-Cookie', cookies);
  for (const [name, value] of Object.entries(COMMON_HEADERS)) outgoing.setHeader(name, value);
  outgoing.setHeader('Cache-Control', 'no-store');
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.statusCode = answer.status;
  if (body.length > 0) outgoing.setHeader('Content-Length', body.length);
  outgoing.end(body);
}
