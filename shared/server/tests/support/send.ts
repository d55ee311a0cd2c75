import { connect } from 'node:net';

/** A request as an attacker writes it: no client normalizes any part of it. A header with an empty value is not sent. */
export interface RawRequest {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

/** Names of headers are in lower case. Status 0: the connection was closed without a response. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends an HTTP/1.1 request byte for byte on a new connection. Resolves with the response once that is closed. */
export function send(origin: string, request: RawRequest): Promise<RawResponse> {
  const { method = 'GET', path, headers = {}, body = '' } = request;
  const { host, hostname, port } = new URL(origin);
  const bytes = Buffer.from(body);
  const length = bytes.length > 0 || method === 'POST' ? { 'Content-Length': String(bytes.length) } : {};
  const lines = Object.entries({ Host: host, Connection: 'close', ...length, ...headers })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname)
    .setEncoding('latin1')
    .on('error', () => {});
  socket.setTimeout(30_000, () => socket.destroy()); // only a hanging server takes longer
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(bytes);
  return new Promise((resolve) => {
    let seen = '';
    socket.on('data', (chunk: string) => (seen += chunk)).on('close', () => resolve(readResponse(seen)));
  });
}

function readResponse(seen: string): RawResponse {
  const [head = '', ...content] = seen.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => line.split(/:\s*(.*)/s));
  const headers = Object.fromEntries(pairs.map(([name = '', value = '']) => [name.toLowerCase(), value]));
  const body = Buffer.from(content.join('\r\n\r\n'), 'latin1').toString();
  return { status: Number(status.split(' ')[1] ?? 0), headers, body };
}
