import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';

/** A request as an attacker writes it: no client normalizes any part of it. */
export interface RawRequest {
  method?: string;
  path: string;
  /** A header with an empty value is not sent, not even Host. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

/** Sends one request. Status 0 means that the connection was closed without a response. */
export type Send = (request: RawRequest) => Promise<RawResponse>;

export interface Sender {
  send: Send;
  close(): void;
}

/** Longer than any response takes on a busy machine, so that only a hanging server exceeds it. */
const TIMEOUT_MILLISECONDS = 30_000;

const NO_RESPONSE: RawResponse = { status: 0, headers: {}, body: '' };

/** Sends HTTP/1.1, each request byte for byte and on a new connection, optionally from a given address of this machine. */
export function openHttp1(origin: string, localAddress?: string): Sender {
  const { protocol, hostname, port, host } = new URL(origin);
  const options = {
    host: hostname,
    port: Number(port),
    ...(localAddress === undefined ? {} : { localAddress }),
  };
  const open = () =>
    protocol === 'https:'
      ? connectSecure({ ...options, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
      : connectPlain(options);
  return {
    send: ({ method = 'GET', path, headers = {}, body = '' }) => {
      const bytes = Buffer.from(body);
      const lines = Object.entries({
        Host: host,
        Connection: 'close',
        ...(bytes.length > 0 || method === 'POST' ? { 'Content-Length': String(bytes.length) } : {}),
        ...headers,
      })
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}: ${value}\r\n`);
      return exchange(open(), [Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]);
    },
    close: () => {},
  };
}

export function exchange(socket: Socket, bytes: readonly Uint8Array[]): Promise<RawResponse> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = () => {
      socket.destroy();
      resolve(chunks.length === 0 ? NO_RESPONSE : readResponse(Buffer.concat(chunks)));
    };
    socket.setTimeout(TIMEOUT_MILLISECONDS, end);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', end);
    socket.on('close', end);
    for (const each of bytes) socket.write(each);
  });
}

/** Sends HTTP/2, all requests on one connection as long as the server keeps it open. */
export function openHttp2(origin: string): Sender {
  let session: ClientHttp2Session | undefined;
  const current = () => {
    if (session === undefined || session.closed || session.destroyed) {
      session = connectHttp2(origin, { rejectUnauthorized: false });
      session.on('error', () => {});
    }
    return session;
  };
  return { send: (request) => requestHttp2(current(), request), close: () => session?.destroy() };
}

function requestHttp2(
  session: ClientHttp2Session,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  const { Host: authority, ...others } = headers;
  return new Promise((resolve) => {
    try {
      const pseudo = {
        ':method': method,
        ':path': path,
        ...(authority === undefined ? {} : { ':authority': authority }),
      };
      const own = Object.entries(others).map(([name, value]) => [name.toLowerCase(), value]);
      const isEmpty = body === undefined || body.length === 0;
      const stream = session.request({ ...pseudo, ...Object.fromEntries(own) }, { endStream: isEmpty });
      const response = { ...NO_RESPONSE };
      const chunks: Buffer[] = [];
      const end = () => {
        // Otherwise the stream stays open if the server did not read the whole body.
        stream.destroy();
        resolve({ ...response, body: Buffer.concat(chunks).toString() });
      };
      stream.setTimeout(TIMEOUT_MILLISECONDS, end);
      stream.on('response', (received) => {
        response.status = Number(received[':status']);
        response.headers = Object.fromEntries(
          Object.entries(received).map(([name, value]) => [name, String(value)]),
        );
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', end);
      stream.on('error', end);
      stream.on('close', end);
      if (!isEmpty) stream.end(body);
    } catch {
      // Node's own client refuses to send the request, and sometimes closes the connection.
      resolve(NO_RESPONSE);
    }
  });
}

export interface RawResponse {
  /** 0: the connection was closed without a response. */
  status: number;
  /** Names are in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Parses an HTTP/1.1 response from all bytes of a connection. */
export function readResponse(bytes: Buffer): RawResponse {
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

/** The object in a JSON body, or an empty object if there is none. */
export function jsonOf({ body }: RawResponse): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A string field of a JSON body, or ''. */
export function textIn(response: RawResponse, name: string): string {
  const value = jsonOf(response)[name];
  return typeof value === 'string' ? value : '';
}
