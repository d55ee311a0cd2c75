/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The fault: no response, a closed connection (before or after the server handled the request), or a fake response. */
export type Fault =
  | 'hang'
  | 'drop'
  | 'drop-answer'
  | { status: number; type?: string; body?: string; headers?: Record<string, string> };

/** A fake JSON response, as from a portal or gateway. */
export const json = (status: number, body: string) => ({ status, type: 'application/json', body });

/** Which requests a rule matches, and what happens to them and their responses. */
export interface ProxyRule {
  method?: string;
  /** A substring of the path with its query. */
  path: string;
  fault?: Fault;
  /** Cuts lists to this number of rows, like a hosted project; `hidesCount` also removes the count. */
  cap?: number;
  hidesCount?: boolean;
  headers?: Record<string, string>;
  /** How many times the rule applies; always if absent. */
  times?: number;
}

export interface SeenRequest {
  method: string;
  path: string;
  authorization: string;
  accept: string;
  /** When the request arrived, in milliseconds since 1970. */
  at: number;
}

/** A proxy to the real backend that can be made to fail. */
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** Starts a proxy in front of a server, so that faults of the network are real ones. */
export async function startProxy(target: string) {
  let rules: ProxyRule[] = [];
  const seen: SeenRequest[] = [];

  // As long as our own server keeps them: a large insertion blocks this process for seconds.
  const server = createServer({ keepAliveTimeout: 130_000 }, (request, response) => {
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    const { authorization = '', accept = '' } = request.headers;
    seen.push({ method, path, authorization, accept, at: Date.now() });
    const rule = rules.find(
      (each) => path.includes(each.path) && (each.method ?? method) === method && (each.times ?? 1) > 0,
    );
    if (rule?.times) rule.times -= 1;
    respond(target, request, response, rule).catch(() => response.destroy());
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
    /** Adds a rule, which comes before the earlier ones; returns a function that removes it. */
    rule(rule: ProxyRule): () => void {
      rules.unshift(rule);
      return () => {
        rules = rules.filter((each) => each !== rule);
      };
    },
    /** Removes all rules and the recorded requests. */
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

async function respond(
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
  const upstream = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    redirect: 'manual',
  });
  const body = cutRows(Buffer.from(await upstream.arrayBuffer()), rule?.cap);
  if (fault === 'drop-answer') {
    request.socket.destroy();
    return;
  }
  const forwarded = [...upstream.headers].filter(
    ([name]) => !['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name),
  );
  for (const [name, value] of forwarded) response.setHeader(name, value);
  if (rule?.hidesCount) response.removeHeader('content-range');
  for (const [name, value] of Object.entries(rule?.headers ?? {})) response.setHeader(name, value);
  response.writeHead(upstream.status);
  response.end(body);
}

/** Takes a JSON body; returns it with only the first rows of a list. The count header stays that of all rows. */
function cutRows(body: Buffer, cap: number | undefined): Buffer {
  if (cap === undefined) return body;
  const rows: unknown = JSON.parse(body.toString());
  return Array.isArray(rows) ? Buffer.from(JSON.stringify(rows.slice(0, cap))) : body;
}

export function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}
