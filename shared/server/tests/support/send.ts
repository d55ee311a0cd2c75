import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export type Headers = Readonly<Record<string, string>>;
/** A request as an attacker writes it: its path is sent as it is. A header with an empty value is not sent. */
type RawRequest = { path: string; method?: string; headers?: Headers; body?: string | Uint8Array };

/** Names of headers are in lower case. Status 0: the connection was closed without a response. */
export type RawResponse = Awaited<ReturnType<typeof send>>;

/** Sends a request on a new connection. */
export async function send(origin: string, { method = 'GET', path, headers = {}, body = '' }: RawRequest) {
  const { host } = new URL(origin);
  const bytes = Buffer.from(body);
  const length = bytes.length > 0 || method === 'POST' ? { 'Content-Length': String(bytes.length) } : {};
  const sent = Object.entries({ Host: host, ...length, ...headers }).filter(([, value]) => value !== '');
  const options = { method, path, headers: Object.fromEntries(sent), agent: false, setHost: false };
  return new Promise<{ status: number; headers: Record<string, string>; body: string }>((resolve) => {
    const asked = request(origin, options, (response) => {
      const of = response.headers as Record<string, string>; // Set-Cookie alone is a list, and no response has it
      const finish = (seen: string) => resolve({ status: response.statusCode ?? 0, headers: of, body: seen });
      text(response).then(finish, () => finish(''));
    });
    asked.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
    asked.setTimeout(30_000, () => asked.destroy()); // only a hanging server takes longer
    asked.end(bytes);
  });
}
