import type { Backend } from '../backend/backend.ts';
import type { Call, Handle } from './call.ts';

/** The response headers that are passed on. The library's others concern tokens, CORS or the library itself. */
const FORWARDED = ['content-type', 'content-range', 'location', 'preference-applied', 'x-sb-error-code'];

/** Builds a new request from the validated values: nothing that the client sent reaches the library directly. */
export function createLibrary(fetch: Backend['fetch'], publishableKey: string): Handle {
  return async function callLibrary({ endpoint, query, body, headers, session }: Call) {
    const search = query.size > 0 ? `?${query.toString()}` : '';
    const { accept, prefer } = headers;
    // For rows the library takes the verified claims; only its account endpoints read the token itself.
    const needsToken = endpoint.session && endpoint.path.startsWith('/auth/');
    const authorization = needsToken ? headers.authorization : undefined;
    const request = new Request(`http://backend${endpoint.path}${search}`, {
      method: endpoint.method,
      headers: {
        apikey: publishableKey,
        ...(authorization === undefined ? {} : { authorization }),
        ...(accept === undefined ? {} : { accept }),
        ...(prefer === undefined ? {} : { prefer }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const response = await fetch(request, session?.claims);
    const forwarded = FORWARDED.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    return new Response(response.body, { status: response.status, headers: forwarded });
  };
}
