import { connect } from 'node:net';

/** A request as an attacker writes it: no client normalizes any part of it. */
export interface RawRequest {
  method?: string;
  path: string;
  /** A header with an empty value is not sent, not even Host. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

export interface RawResponse {
  /** 0: the connection was closed without a response. */
  status: number;
  /** Names are in lower case. */
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
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.setTimeout(30_000, () => socket.destroy()); // only a hanging server takes longer
  return new Promise((resolve) => {
    let seen = '';
    socket
      .on('data', (chunk: string) => (seen += chunk))
      .on('error', () => {})
      .on('close', () => resolve(readResponse(seen)));
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.write(bytes);
  });
}

function readResponse(text: string): RawResponse {
  const [, status = '0', head = '', rest = ''] =
    /^(?:HTTP\/1\.1 100 [^]*?\r\n\r\n)?HTTP\/1\.[01] (\d{3})[^\r]*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(text) ??
    [];
  const pairs = head.split('\r\n').map((line) => /^([^:]*):\s*(.*)$/.exec(line) ?? ['', '', '']);
  const headers = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
  const body = headers['transfer-encoding'] === 'chunked' ? joinChunks(rest) : rest;
  return { status: Number(status), headers, body: Buffer.from(body, 'latin1').toString() };
}

function joinChunks(text: string): string {
  const [line = '', size = ''] = /^([0-9a-f]+).*\r\n/i.exec(text) ?? [];
  const [from, length] = [line.length, Number.parseInt(size, 16)];
  return length > 0 ? text.slice(from, from + length) + joinChunks(text.slice(from + length + 2)) : '';
}
