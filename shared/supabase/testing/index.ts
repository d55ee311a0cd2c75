/// <reference types="node" />
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SESSION_KEY, parseSession } from '../src/storedSession.ts';

/** The fault: no response, a closed connection (before or after the server handled the request), or a fake response. */
export type Fault = 'hang' | 'drop' | 'drop-answer' | { status: number; type?: string; body?: string };

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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on a port

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
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The headers of one connection, and of a body in another form. */
const OWN_HEADERS = 'host connection content-length content-encoding transfer-encoding'.split(' ');

async function respond(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  { fault, cap, hidesCount = false }: Partial<ProxyRule> = {},
): Promise<void> {
  if (fault === 'hang') return;
  if (fault === 'drop') return void request.socket.destroy();
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'content-type': fault.type ?? 'text/html' });
    return void response.end(fault.body ?? '<!doctype html><title>Not the backend</title>');
  }
  const sent = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.includes(name));
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const upstream = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: sent.map(([name, value]) => [name, String(value)]),
    body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    redirect: 'manual',
  });
  const text = await upstream.text();
  if (fault === 'drop-answer') return void request.socket.destroy();
  for (const [name, value] of upstream.headers)
    if (!OWN_HEADERS.includes(name)) response.setHeader(name, value);
  if (hidesCount) response.removeHeader('content-range');
  // The count in the header stays that of all rows.
  const rows: unknown = cap === undefined ? null : JSON.parse(text);
  response.writeHead(upstream.status);
  response.end(Array.isArray(rows) ? JSON.stringify(rows.slice(0, cap)) : text);
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
