import { randomUUID } from 'node:crypto';
import { decode, sign } from 'hono/jwt';
import { writeFiles } from '@space/store/testing';
import { openTokens } from '../../src/releases/tokens.ts';
import { startTestServer } from '../../src/testing/server.ts';
import { makeCanaryStore } from './place.ts';
import { send, type Headers, type RawResponse } from './send.ts';

const TITLE = 'A private plan';
const GOOGLE = 'GOCSPX-of-the-attacks-only';
const OPERATOR = 'a-token-of-twenty-four-characters-or-more';
/** What only an error of a library, a database or a stack trace would say. */
const INTERNAL =
  /gotrue|postgrest|pglite|supabase|node_modules|introspect|syntax error|relation "|column "|\bat \w+ \(|\.ts:\d/i;

export type Site = Awaited<ReturnType<typeof openSite>>;

const ROWS_OF_ANNA = `select to_jsonb(account) as account, to_jsonb(profiles) as profile, json_agg(tasks) as tasks
  from auth.users as account join profiles using (id) left join tasks on user_id = account.id where account.id = $1 group by 1, 2`;

let addresses = 0;
/** A network address that no other client of these tests has, as a proxy names it in X-Forwarded-For. */
export const newAddress = (): string => `198.18.${Math.floor(++addresses / 250)}.${addresses % 250}`;

/** Starts the server with its limits, and creates Anna, whose data no attack may change, and Bert, who attacks. */
export async function openSite(siteDir: string) {
  const store = await makeCanaryStore(siteDir);
  writeFiles(siteDir, { 'index.html': '<!doctype html>', 'large.js': ' '.repeat(4_000_000) });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const server = await startTestServer({
    ...{ siteDir, limits: true, confirmEmail: true, trustProxy: 'loopback', operateToken: OPERATOR },
    ...{ google: { clientId: 'attacks.example', secret: GOOGLE }, log, reportFault: log },
  });
  const { origin, operatorOrigin, dataDir, jwtSecret, secretKey } = server;
  const linksTo = (email: string) =>
    server.outbox.list().flatMap(({ to, link }) => (to === email && link ? [new URL(link)] : []));

  const [anna, bert, carl] = await Promise.all([server.signUp(), server.signUp(), server.signUp()]);
  const added = { id: randomUUID(), title: TITLE, task_date: '2026-11-20', user_id: anna.id };
  await anna.client.from('tasks').insert(added).throwOnError();
  const feed = String((await bert.client.rpc('renew_calendar_feed').throwOnError()).data);
  const tokens = openTokens(dataDir);
  const newToken = () => tokens.make({ remote: 'retro', name: 'x', scope: 'all', by: 'x', days: 1 }).text;
  const names: Record<string, string> = {
    ...{ task: added.id, anna: anna.id, bert: bert.id, victim: anna.email, known: bert.email },
    ...{ feed, key: server.publishableKey, secretKey, token: bert.token, operator: OPERATOR },
    ...{ 'token of anna': anna.token, 'token of carl': carl.token },
    unsigned: `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${anna.token.split('.')[1]}.`,
    ...{ release: newToken(), team: newToken(), withdrawn: newToken() },
  };
  tokens.withdraw(names['withdrawn']?.slice(6, 14) ?? '');
  /** Fills in {task} and the other names; {unknown} is an address of mail without an account. */
  const fill = (text: string) =>
    text.replaceAll(/\{([a-z ]+)\}/gi, (all, name: string) =>
      name === 'unknown' ? `${randomUUID()}@example.com` : (names[name] ?? all),
    );
  const secrets = [anna.password, GOOGLE, OPERATOR, TITLE, jwtSecret, secretKey, anna.token, anna.email];

  return {
    ...{ server, linksTo },
    /**
     * Sends 'METHOD path body' as Bert's page does, from an address of its own; 'rest/' and 'auth/' are the APIs, and '@'
     * before the method is the operator's address. `headers` replace those of the page; '' leaves one out.
     */
    ask(text: string, headers: Headers = {}, bytes?: Uint8Array): Promise<RawResponse> {
      const parts = /^(@?)(\S+) (\S+)(?: ([^]*))?$/.exec(fill(text)) ?? [];
      const [, operator, method = '', path = '', body = ''] = parts;
      const page = { apikey: '{key}', Authorization: 'Bearer {token}', 'Content-Type': 'application/json' };
      const all = Object.entries({ 'X-Forwarded-For': newAddress(), ...page, ...headers });
      return send(operator ? operatorOrigin : origin, {
        ...{ method, path: path.replace(/^(rest|auth)\//, '/$1/v1/'), body: bytes ?? body },
        headers: Object.fromEntries(all.map(([name, value]) => [name, fill(value)])),
      });
    },
    /** What no attack may change: Anna's account, profile, tasks and mails, the releases, and refused events. */
    async state(): Promise<unknown> {
      const rows = await server.query(ROWS_OF_ANNA, [anna.id]);
      const listed: unknown = await (await fetch(`${operatorOrigin}/events.json`)).json();
      const events = (listed as { outcome: string }[]).filter(({ outcome }) => outcome !== 'fell-back');
      return [rows, linksTo(anna.email), store.pointer(), events];
    },
    /** Anna's token with other claims, or with another secret. */
    forge: (claims: object, secret = jwtSecret) =>
      sign({ ...decode(anna.token).payload, ...claims }, secret, 'HS256'),
    /** What is wrong with an answer, whatever it answers: a secret, a fault, words of a library, or open headers. */
    faultIn({ status, headers, body }: RawResponse): string | null {
      const all = `${Object.values(headers).join('\n')}\n${body}`;
      if (secrets.some((secret) => all.includes(secret))) return `a secret in ${all}`;
      if (status >= 500 && status !== 503) return `a fault of the server: ${body}`;
      if (status >= 400 && INTERNAL.test(body)) return `words of a library: ${body}`;
      if (/access-control-|x-powered-by/.test(Object.keys(headers).join())) return 'open headers';
      if (status === 429 && !(Number(headers['retry-after']) > 0)) return 'a 429 without Retry-After';
      const isSealed = headers['x-content-type-options'] === 'nosniff' && headers['content-security-policy'];
      return headers['content-type'] && !isSealed ? `unsealed: ${Object.keys(headers).join()}` : null;
    },
    /** The lines of the log that are not expected or contain a secret. */
    faultsInLog(): string[] {
      const usual = /^(Mail "[^"]*" is in the outbox\.|x \(token [0-9a-f]{8}\): .*refused)$/;
      const isSecret = (line: string) => secrets.some((secret) => line.includes(secret));
      return lines.filter((line) => !usual.test(line) || isSecret(line));
    },
  };
}
