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

/** Longer than any response takes on a busy machine, so that only a hanging server exceeds it. */
const TIMEOUT_MILLISECONDS = 30_000;

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
      const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
      return exchange(origin, [Buffer.from(head), bytes]);
    },
  };
}

/** Sends bytes on a new connection to a server. Resolves with the response, once the connection is closed. */
export function exchange(origin: string, bytes: readonly Uint8Array[]): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = () => {
      socket.destroy();
      resolve(readResponse(Buffer.concat(chunks)));
    };
    socket.setTimeout(TIMEOUT_MILLISECONDS, end);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', end);
    socket.on('close', end);
    for (const each of bytes) socket.write(each);
  });
}

/** Parses a response from all bytes of a connection. */
function readResponse(bytes: Buffer): RawResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes
    .subarray(0, end < 0 ? bytes.length : end)
    .toString()
    .split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  if (status === 100 && end >= 0) return readResponse(bytes.subarray(end + 4));
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? joinChunks(rest) : rest;
  return { status, headers, body: body.toString() };
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, line).toString(), 16);
    if (line < 0 || !(size > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
