import { createHmac, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTokens } from '../../src/releases/tokens.ts';
import { startTestServer, type TestUser } from '../../src/testing.ts';
import { makeCanaryStore } from './canaryStore.ts';
import { send, type RawResponse } from './rawHttp.ts';

const TITLE = 'A private plan';
const GOOGLE = { clientId: 'attacks.example', secret: 'GOCSPX-of-the-attacks-only' };
const OPERATOR = 'a-token-of-twenty-four-characters-or-more';
/** What only an error of a library, a database or a stack trace would say. */
const INTERNAL =
  /gotrue|postgrest|pglite|supabase|node_modules|introspect|syntax error|relation "|column "|\bat \w+ \(|\.ts:\d/i;
/** What the server logs in these tests. */
const USUAL = /^(Mail "[^"]*" is in the outbox\.|x \(token [0-9a-f]{8}\): .*refused)$/;

export type Headers = Readonly<Record<string, string>>;
export type Site = Awaited<ReturnType<typeof openSite>>;

let addresses = 0;
/** A network address that no other client of these tests has, as a proxy names it in X-Forwarded-For. */
export const newAddress = (): string => `198.18.${Math.floor(++addresses / 250)}.${addresses % 250}`;
/** The access token of a user, and the refresh token. */
export async function tokensOf({ client }: TestUser): Promise<{ access: string; refresh: string }> {
  const { session } = (await client.auth.getSession()).data;
  return { access: session?.access_token ?? '', refresh: session?.refresh_token ?? '' };
}

/** Starts the server with its limits, and creates Anna, whose data no attack may change, and Bert, who attacks. */
export async function openSite() {
  const store = await makeCanaryStore();
  writeFileSync(join(store.folder, 'index.html'), '<!doctype html><title>Better Space</title>');
  mkdirSync(join(store.folder, 'assets'));
  writeFileSync(join(store.folder, 'assets/large-1a2b.js'), `export {};${' '.repeat(4_000_000)}`);
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const server = await startTestServer({
    ...{ siteDir: store.folder, confirmEmail: true, google: GOOGLE, operateToken: OPERATOR },
    ...{ limits: true, trustProxy: 'loopback', log, reportFault: log },
  });
  const { outbox, query, jwtSecret, secretKey } = server;
  const [anna, bert, carl] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const task = { id: randomUUID(), title: TITLE, task_date: '2026-11-20', user_id: anna.id };
  await anna.client.from('tasks').insert(task).throwOnError();
  const [annas, berts, carls] = [await tokensOf(anna), await tokensOf(bert), await tokensOf(carl)];
  const tokens = openTokens(server.dataDir);
  const newToken = async (scope: 'all' | 'canary') =>
    (await tokens.make({ remote: 'retro', name: 'x', scope, by: 'x', days: 1 })).text;
  const names: Record<string, string> = {
    ...{ task: task.id, anna: anna.id, bert: bert.id, victim: anna.email, known: bert.email },
    ...{ key: server.publishableKey, secretKey, token: berts.access },
    ...{ 'token of anna': annas.access, 'token of carl': carls.access },
    ...{ release: await newToken('all'), canary: await newToken('canary'), withdrawn: await newToken('all') },
  };
  await tokens.withdraw(names['withdrawn']?.slice(6, 14) ?? '');
  /** Fills in {task} and the other names; {unknown} is an address of mail without an account. */
  const fill = (text: string) =>
    text.replaceAll(/\{([a-z ]+)\}/gi, (all, name: string) =>
      name === 'unknown' ? `${randomUUID()}@example.com` : (names[name] ?? all),
    );
  const secrets = [
    anna.password,
    GOOGLE.secret,
    OPERATOR,
    TITLE,
    jwtSecret,
    secretKey,
    annas.access,
    anna.email,
  ];
  const hasSecret = (text: string) => secrets.some((secret) => text.includes(secret));

  return {
    ...server,
    /**
     * Sends 'METHOD path body' as Bert's page does, from an address of its own; 'rest/' and 'auth/' are the APIs, and '@'
     * before the method is the operator's address. `headers` replace those of the page; '' leaves one out.
     */
    ask(text: string, headers: Headers = {}, bytes?: Uint8Array): Promise<RawResponse> {
      const parts = /^(@?)(\S+) (\S+)(?: ([^]*))?$/.exec(fill(text)) ?? [];
      const [, operator, method = '', path = '', body = ''] = parts;
      const page = { apikey: '{key}', Authorization: 'Bearer {token}', 'Content-Type': 'application/json' };
      const all = Object.entries({ 'X-Forwarded-For': newAddress(), ...page, ...headers });
      return send(operator ? server.operatorOrigin : server.origin, {
        ...{ method, path: path.replace(/^(rest|auth)\//, '/$1/v1/'), body: bytes ?? body },
        headers: Object.fromEntries(all.map(([name, value]) => [name, fill(value)])),
      });
    },
    /** What no attack may change: Anna's rows and mails, the releases, and the events that are refused. */
    async state(): Promise<unknown> {
      const rows = await query(
        `select t::text from public.tasks as t where user_id = $1 union all select p::text from public.profiles as p
         where id = $1 union all select concat(email, encrypted_password) from auth.users where id = $1`,
        [anna.id],
      );
      const listed = await (await fetch(`${server.operatorOrigin}/events.json`)).json();
      const events = (listed as { outcome: string }[]).filter(({ outcome }) => outcome !== 'fell-back'); // of events.ts
      return [rows, outbox.list().filter(({ to }) => to === anna.email), store.pointer(), events];
    },
    /** Anna's token with other claims, or another algorithm or secret (null: no signature). */
    forge(claims: object, alg = 'HS256', secret: string | null = jwtSecret): string {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const own: unknown = JSON.parse(Buffer.from(annas.access.split('.')[1] ?? '', 'base64url').toString());
      const content = `${encode({ alg, typ: 'JWT' })}.${encode({ ...Object(own), ...claims })}`;
      const hash = alg === 'HS512' ? 'sha512' : 'sha256';
      return `${content}.${secret === null ? '' : createHmac(hash, secret).update(content).digest('base64url')}`;
    },
    /** What is wrong with an answer, whatever it answers: a secret, a fault, words of a library, or open headers. */
    faultIn({ status, headers, body }: RawResponse): string | null {
      const all = `${Object.values(headers).join('\n')}\n${body}`;
      if (hasSecret(all)) return `a secret in ${all}`;
      if (status >= 500 && status !== 503) return `a fault of the server: ${body}`;
      if (status >= 400 && INTERNAL.test(body)) return `words of a library: ${body}`;
      if (/access-control-|x-powered-by/.test(Object.keys(headers).join())) return 'open headers';
      if (status === 429 && !(Number(headers['retry-after']) > 0)) return 'a 429 without Retry-After';
      const isSealed = headers['x-content-type-options'] === 'nosniff' && headers['content-security-policy'];
      return headers['content-type'] && !isSealed ? `unsealed: ${Object.keys(headers).join()}` : null;
    },
    /** The lines of the log that are not expected or contain a secret. */
    faultsInLog: () => lines.filter((line) => !USUAL.test(line) || hasSecret(line)),
    async close() {
      await server.close();
      store.remove();
    },
  };
}
