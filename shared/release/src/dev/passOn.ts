import { request as askPlainly, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as askSecurely } from 'node:https';
import { sentenceOf } from '@space/store';

/** Answers that something failed, or breaks an answer off that has begun. */
export function fail(response: ServerResponse, error: unknown): void {
  console.error(sentenceOf(error));
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end(String(error));
}

/**
 * Passes a request on as it is, its path letter by letter. Takes the request, its answer, the origin that is asked, and what
 * it is told in the place of the request's own headers: without any, it is told the site's own host, as if it had been asked
 * itself.
 */
export function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const ask = origin.startsWith('https:') ? askSecurely : askPlainly;
  const { method = 'GET', url = '/' } = incoming;
  // Not `new URL(url, origin)`, which would write the path anew.
  const { hostname, port } = new URL(origin);
  const options = { hostname, port, path: url, method, headers: { ...incoming.headers, ...headers } };
  const passed = ask(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', (error) => fail(outgoing, error));
  incoming.pipe(passed);
}
