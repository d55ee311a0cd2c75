import type { Backend } from '../backend/backend.ts';
import type { Call, Handle } from './call.ts';

/** The headers of the library's answers that are passed on; the others are about tokens, other origins or the library. */
const PASSED_ON = ['content-type', 'content-range', 'location', 'preference-applied', 'x-sb-error-code'];

/** The request is built anew from validated values: nothing the client sent reaches the library directly. */
export function createLibrary(fetch: Backend['fetch'], publishableKey: string): Handle {
  return async function askLibrary({ endpoint, query, body, headers, session }: Call) {
    const search = query.size > 0 ? `?${query.toString()}` : '';
    const { accept, prefer } = headers;
    // Rows are asked for with what is known of the session. The handlers of accounts read the token.
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
    const answer = await fetch(request, session?.claims);
    const passedOn = PASSED_ON.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    return new Response(answer.body, { status: answer.status, headers: passedOn });
  };
}
