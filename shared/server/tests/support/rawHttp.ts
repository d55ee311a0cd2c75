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

/** Returns a function that sends HTTP/1.1 to a server, each request byte for byte and on a new connection. */
export function openHttp1(origin: string) {
  const { host } = new URL(origin);
  return {
    send({ method = 'GET', path, headers = {}, body = '' }: RawRequest): Promise<RawResponse> {
      const bytes = Buffer.from(body);
      const length = bytes.length > 0 || method === 'POST' ? { 'Content-Length': String(bytes.length) } : {};
      const lines = Object.entries({ Host: host, Connection: 'close', ...length, ...headers })
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}: ${value}\r\n`);
      return exchange(origin, [Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]);
    },
  };
}

/** Sends bytes on a new connection to a server. Resolves with the response, once the connection is closed. */
export function exchange(origin: string, bytes: readonly Uint8Array[]): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) => {
    let seen = '';
    const end = () => {
      socket.destroy();
      resolve(readResponse(seen));
    };
    socket.setEncoding('latin1').setTimeout(30_000, end); // only a hanging server takes longer
    socket
      .on('data', (chunk: string) => (seen += chunk))
      .on('error', end)
      .on('close', end);
    for (const each of bytes) socket.write(each);
  });
}

/** Parses a response from all bytes of a connection. */
function readResponse(text: string): RawResponse {
  const [, status = '0', head = '', rest = ''] =
    /^(?:HTTP\/1\.1 100 [^]*?\r\n\r\n)?HTTP\/1\.[01] (\d{3})[^\r]*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(text) ??
    [];
  const headers = Object.fromEntries(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = headers['transfer-encoding'] === 'chunked' ? joinChunks(rest) : rest;
  return { status: Number(status), headers, body: Buffer.from(body, 'latin1').toString() };
}

function joinChunks(text: string): string {
  const [line = '', size = ''] = /^([0-9a-f]+).*\r\n/i.exec(text) ?? [];
  const [from, length] = [line.length, Number.parseInt(size, 16)];
  return length > 0 ? text.slice(from, from + length) + joinChunks(text.slice(from + length + 2)) : '';
}
