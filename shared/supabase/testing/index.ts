/// <reference types="node" />
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { SESSION_KEY, parseSession } from '../src/storedSession.ts';

/** The fault: no response, a closed connection (before or after the server handled the request), or a fake response. */
export type Fault =
  | 'hang'
  | 'drop'
  | 'drop-answer'
  | { status: number; type?: string; body?: string; headers?: Record<string, string> };

/** A fake JSON response, as from a portal or gateway. */
export const json = (status: number, body: string) => ({ status, type: 'application/json', body });

/** Which requests a rule matches, and what happens to them and their responses. */
interface ProxyRule {
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

interface SeenRequest {
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

/** A browser's storage in memory: backends that share it are tabs. `refuse` makes it throw like a full or blocked one. */
export function memoryStorage(): Storage & { refuse: { reads: boolean; writes: boolean } } {
  const items = new Map<string, string>();
  const refuse = { reads: false, writes: false };
  const check = (isRefused: boolean, name: string): void => {
    if (isRefused) throw new DOMException('The storage refuses', name);
  };
  return {
    refuse,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    getItem(key) {
      check(refuse.reads, 'SecurityError');
      return items.get(key) ?? null;
    },
    setItem(key, value) {
      check(refuse.writes, 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem(key) {
      check(refuse.writes, 'SecurityError');
      items.delete(key);
    },
  };
}

interface Spoiling {
  jwtSecret: string;
  /** When the access token expires, in seconds from now. */
  expiresIn: number;
  /** The expiry that the stored session states, if it differs. */
  saysExpiresIn?: number;
  /** Another refresh token, for example one that the server refuses. */
  refreshToken?: string;
}

/** Changes the expiry of a stored session, with a token that is signed like the server's; returns the token. */
export function spoilSession(storage: Storage, { jwtSecret, expiresIn, ...spoiling }: Spoiling): string {
  const text = storage.getItem(SESSION_KEY) ?? '';
  const session = parseSession(text);
  if (!session) throw new Error('There is no session to spoil');
  const now = Math.floor(Date.now() / 1000);
  const [header = '', payload = ''] = session.accessToken.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Object.assign({}, claims, { exp: now + expiresIn });
  const unsigned = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  const token = `${unsigned}.${createHmac('sha256', jwtSecret).update(unsigned).digest('base64url')}`;
  storage.setItem(
    SESSION_KEY,
    JSON.stringify({
      ...Object(JSON.parse(text)),
      access_token: token,
      expires_at: now + (spoiling.saysExpiresIn ?? expiresIn),
      refresh_token: spoiling.refreshToken ?? session.refreshToken,
    }),
  );
  return token;
}
