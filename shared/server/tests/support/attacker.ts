import { createHmac, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Header } from 'tar';
import { openTokens } from '../../src/releases/tokens.ts';
import { copyTemplate, createTestClient, startServerProcess } from '../../src/testing.ts';
import { makeCanaryStore } from './canaryStore.ts';
import { openHttp1, type RawResponse } from './rawHttp.ts';

const PASSWORD = 'Passw0rd!';
const GOOGLE_SECRET = 'GOCSPX-of-the-attacks-only';
const PAGE = '<!doctype html><html lang="en"><title>Better Space</title><h1>Better Space</h1></html>';
/** What only an error of a library, a database or a stack trace would say. */
const INTERNAL =
  /gotrue|postgrest|pglite|supabase|node_modules|introspect|syntax error|relation "|column "|\bat \w+ \(|\.ts:\d/i;

export interface Person {
  client: SupabaseClient;
  id: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
}
export type Headers = Readonly<Record<string, string>>;
export type Site = Awaited<ReturnType<typeof openSite>>;

let addresses = 0;
/** A network address that no other client of these tests has, as a proxy names it in X-Forwarded-For. */
export const newAddress = (): string => `198.18.${Math.floor(++addresses / 250)}.${addresses % 250}`;

/** Starts the server with its limits, and creates Anna, whose data no attack may change, Bert, who attacks, and Carl, who does too much. */
export async function openSite(dataDir: string) {
  await copyTemplate(dataDir);
  const store = await makeCanaryStore();
  writeFileSync(join(store.folder, 'index.html'), PAGE);
  const google = { GOOGLE_CLIENT_ID: 'attacks.example', GOOGLE_CLIENT_SECRET: GOOGLE_SECRET };
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', ...google };
  const server = await startServerProcess({ dataDir, siteDir: store.folder, confirmEmail: true, env });
  const { send } = openHttp1(server.origin);
  const tokens = openTokens(dataDir);

  const readJson = async (path: string) => (await fetch(`${server.operatorOrigin}${path}`)).json();
  async function mailsTo(email: string): Promise<string[]> {
    const all = (await readJson('/outbox.json')) as { to: string; link: string | null }[]; // as outbox.ts writes it
    return all.filter(({ to }) => to === email).map(({ link }) => link ?? '');
  }
  async function linkTokenFor(email: string): Promise<string> {
    return /token_hash=(\w+)/.exec((await mailsTo(email))[0] ?? '')?.[1] ?? '';
  }

  /** Creates an account as a person does: with the site's own client, from an address of its own, by the mailed link. */
  async function signUp(): Promise<Person> {
    const from = newAddress();
    const client = createTestClient(server.origin, server.publishableKey, (input, init) => {
      const request = new Request(input, init);
      request.headers.set('X-Forwarded-For', from);
      return fetch(request);
    });
    const account = { email: `${randomUUID()}@example.com`, password: PASSWORD };
    await client.auth.signUp(account);
    const token_hash = await linkTokenFor(account.email);
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'signup' });
    if (error) throw error;
    const { access_token: token = '', refresh_token: refreshToken = '' } = data.session ?? {};
    return { client, ...account, id: data.user?.id ?? '', token, refreshToken };
  }

  const [anna, bert, carl] = [await signUp(), await signUp(), await signUp()];
  const row = { title: 'A private plan', task_date: '2026-11-20', user_id: anna.id };
  const { data: task } = await anna.client.from('tasks').insert(row).select().single<{ id: string }>();

  /** Fills in {task}, {anna} and {bert} (ids), {known} and {unknown} (addresses of mail). */
  function fill(text: string): string {
    const names = { task: task?.id, anna: anna.id, bert: bert.id, known: bert.email };
    const filled = Object.entries(names).reduce(
      (all, [key, value]) => all.replaceAll(`{${key}}`, `${value}`),
      text,
    );
    return filled.replaceAll('{unknown}', () => `${randomUUID()}@example.com`);
  }

  /** Sends 'METHOD path' or 'METHOD path body' as an attacker writes it, from an address of its own. */
  function ask(text: string, headers: Headers = {}, body?: Uint8Array): Promise<RawResponse> {
    const [, method = '', path = '', rest = ''] = /^(\S+) (\S+)(?: ([^]*))?$/.exec(fill(text)) ?? [];
    return send({
      method,
      path,
      headers: { 'X-Forwarded-For': newAddress(), ...headers },
      body: body ?? rest,
    });
  }

  return {
    server,
    store,
    tokens,
    anna,
    bert,
    carl,
    ask,
    signUp,
    mailsTo,
    linkTokenFor,
    /** Asks as the page of the site does: with its key, and the token of a person, if any. */
    visit: (text: string, { token }: Partial<Person> = {}, headers: Headers = {}, body?: Uint8Array) =>
      ask(
        text,
        {
          apikey: server.publishableKey,
          'Content-Type': 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        body,
      ),
    /** Anna's tasks, profile and account, as she reads them. */
    async rows(): Promise<unknown> {
      const { client, id, token } = anna;
      const all = [client.from('tasks').select(), client.from('profiles').select().eq('id', id)];
      const [tasks, profiles] = await Promise.all(all);
      return [tasks?.data, profiles?.data, (await client.auth.getUser(token)).data.user?.email];
    },
    /** What else an attack may have to leave as it was. */
    unchanged: {
      releases: () => Promise.resolve(store.pointer()),
      events: () => readJson('/events.json'),
      mails: () => mailsTo(bert.email),
    },

    /** Anna's token with other claims, or another algorithm or secret (null: no signature). */
    forge(claims: object, alg = 'HS256', secret: string | null = server.jwtSecret): string {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const own: unknown = JSON.parse(Buffer.from(anna.token.split('.')[1] ?? '', 'base64url').toString());
      const content = `${encode({ alg, typ: 'JWT' })}.${encode({ ...Object(own), ...claims })}`;
      const hash = alg === 'HS512' ? 'sha512' : 'sha256';
      return `${content}.${secret === null ? '' : createHmac(hash, secret).update(content).digest('base64url')}`;
    },

    /** Opens 200 connections that send a part of a request. Resolves with a function that closes them. */
    async openConnections(part: string): Promise<() => void> {
      const { hostname, port } = new URL(server.origin);
      const sockets = Array.from({ length: 200 }, () =>
        connect(Number(port), hostname).on('error', () => {}),
      );
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(part, resolve))));
      return () => sockets.forEach((socket) => socket.destroy());
    },

    /** What is wrong with an answer, whatever it answers: a secret, a fault, words of a library, or open headers. */
    faultIn({ status, headers, body }: RawResponse): string | null {
      const all = `${Object.values(headers).join('\n')}\n${body}`;
      const secrets = [server.jwtSecret, server.secretKey, GOOGLE_SECRET, anna.token, anna.email, row.title];
      if (secrets.some((secret) => all.includes(secret))) return `a secret in ${all}`;
      if (status >= 500 && status !== 503) return `a fault of the server: ${body}`;
      if (status >= 400 && INTERNAL.test(body)) return `words of a library: ${body}`;
      if (/access-control-|x-powered-by/.test(Object.keys(headers).join())) return 'open headers';
      if (status === 429 && !(Number(headers['retry-after']) > 0)) return 'a 429 without Retry-After';
      const isSealed = headers['x-content-type-options'] === 'nosniff' && headers['content-security-policy'];
      return headers['content-type'] && !isSealed ? `unsealed: ${Object.keys(headers).join()}` : null;
    },

    /** The first line of the log that is not expected, or a secret in the log; null if there is none. */
    faultInLog(): string | null {
      const log = server.output().split('Ctrl+C stops it.')[1] ?? '';
      const expected = /"msg":"(Mail \\"[^"]*\\" is in the outbox\.|x \(token [0-9a-f]{8}\): .*refused)"/;
      const other = log.split('\n').find((line) => line.trim() !== '' && !expected.test(line));
      const secrets = [PASSWORD, GOOGLE_SECRET, server.jwtSecret, anna.token, anna.email, bert.email];
      return other ?? secrets.find((secret) => log.includes(secret)) ?? null;
    },

    async close() {
      await server.kill();
      store.remove();
    },
  };
}

/** A compressed archive of one entry, whose path nothing has cleaned; with `linkpath` a symbolic link. */
export function archive(path: string, linkpath?: string): Buffer {
  const head = Buffer.alloc(512);
  const link =
    linkpath === undefined ? { type: 'File' as const } : { type: 'SymbolicLink' as const, linkpath };
  new Header({ path, size: 0, mode: 0o644, mtime: new Date(0), ...link }).encode(head, 0);
  return gzipSync(Buffer.concat([head, Buffer.alloc(1024)]));
}
