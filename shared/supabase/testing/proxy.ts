/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What goes wrong: nothing is answered, the line is cut (before or after the server did its work), or another answer. */
export type Fault =
  | 'hang'
  | 'drop'
  | 'drop-answer'
  | { status: number; type?: string; body?: string; headers?: Record<string, string> };

/** An answer of JSON, as another than the backend may give one. */
export const json = (status: number, body: string) => ({ status, type: 'application/json', body });

/** Which requests it happens to, and what becomes of those that pass. */
export interface ProxyRule {
  method?: string;
  /** A part of the path with its query. */
  path: string;
  fault?: Fault;
  /** Cuts lists of rows, as a hosted project does; `hidesCount` also takes the count away. */
  cap?: number;
  hidesCount?: boolean;
  headers?: Record<string, string>;
  /** How many times; for ever unless given. */
  times?: number;
}

export interface SeenRequest {
  method: string;
  path: string;
  authorization: string;
  accept: string;
  /** When it came, in milliseconds since 1970. */
  at: number;
}

/** A line to the real backend that can be made to fail. */
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** Starts a proxy in front of a server, so that faults of the network are real ones. */
export async function startProxy(target: string) {
  let rules: ProxyRule[] = [];
  const seen: SeenRequest[] = [];

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    const { authorization = '', accept = '' } = request.headers;
    seen.push({ method, path, authorization, accept, at: Date.now() });
    const rule = rules.find(
      (each) => path.includes(each.path) && (each.method ?? method) === method && (each.times ?? 1) > 0,
    );
    if (rule?.times) rule.times -= 1;
    answer(target, request, response, rule).catch(() => response.destroy());
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    /** Adds a rule; returns the way to take it away. */
    rule(rule: ProxyRule): () => void {
      rules.unshift(rule);
      return () => {
        rules = rules.filter((each) => each !== rule);
      };
    },
    /** Takes all rules away and forgets what was seen. */
    reset(): void {
      rules = [];
      seen.length = 0;
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  rule: ProxyRule | undefined,
): Promise<void> {
  const fault = rule?.fault;
  if (fault === 'hang') return;
  if (fault === 'drop') {
    request.socket.destroy();
    return;
  }
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'content-type': fault.type ?? 'text/html', ...fault.headers });
    response.end(fault.body ?? '<!doctype html><title>Not the backend</title>');
    return;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const passed = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    redirect: 'manual',
  });
  const body = cut(Buffer.from(await passed.arrayBuffer()), rule?.cap);
  if (fault === 'drop-answer') {
    request.socket.destroy();
    return;
  }
  const kept = [...passed.headers].filter(
    ([name]) => !['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name),
  );
  for (const [name, value] of kept) response.setHeader(name, value);
  if (rule?.hidesCount) response.removeHeader('content-range');
  for (const [name, value] of Object.entries(rule?.headers ?? {})) response.setHeader(name, value);
  response.writeHead(passed.status);
  response.end(body);
}

/** The first rows of a list, as a hosted project sends them. The count stays that of all rows. */
function cut(body: Buffer, cap: number | undefined): Buffer {
  if (cap === undefined) return body;
  const rows: unknown = JSON.parse(body.toString());
  return Array.isArray(rows) ? Buffer.from(JSON.stringify(rows.slice(0, cap))) : body;
}

export function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}
