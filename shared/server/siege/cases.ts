import { readAllData } from './person.ts';
import { textIn, type RawResponse, type RawRequest } from '../tests/support/rawHttp.ts';
import { GOOGLE_SECRET, type Site, type Way } from './site.ts';

/** The result of a case: what was observed, and what was wrong with it (null: nothing). */
export interface Outcome {
  seen: string;
  fault: string | null;
}

export interface Case {
  name: string;
  sends: string;
  expects: string;
  run(site: Site): Promise<Outcome>;
}

/** Cases of one kind. Afterwards Anna's data must be unchanged, the log empty, and a normal visit must work. */
export interface Block {
  name: string;
  title: string;
  limits: boolean;
  /** The ways to run it on. Absent: all. */
  ways?: readonly Way[];
  /** How many cases run at the same time. Side effects are checked once for all of them. */
  atOnce: number;
  /** Too slow for `npm test`. */
  isLong?: boolean;
  cases(site: Site): Case[];
}

export type Who = 'anna' | 'bert' | 'the key alone' | 'no key';

export interface Attack extends RawRequest {
  name: string;
  as?: Who;
  /** The allowed statuses, or 'refused': any 4xx, or a closed connection. */
  expect: readonly number[] | 'refused';
  /** The same behind a proxy, which refuses some requests itself. */
  behindProxy?: readonly number[] | 'refused';
  says?: RegExp;
  /** The request as the table shows it. Default: method, path and body. */
  sends?: string;
  /** A further check of the response, which the table does not show. Returns what is wrong, or null. */
  judge?(response: RawResponse): string | null;
}

export function attack(request: Attack): Case {
  const { name, method = 'GET', path, as = 'bert', expect, body, says } = request;
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const shown = length > 60 ? `${length} bytes` : typeof body === 'string' ? body : '';
  return {
    name,
    sends: request.sends ?? `${method} ${shownPath(path)}${shown === '' ? '' : ` ${shown}`} (${as})`,
    expects: `${expect === 'refused' ? 'refused' : expect.join(' or ')}${says ? `, ${says.source}` : ''}`,
    async run(site) {
      const headers = { ...headersOf(as, site), ...request.headers };
      const response = await site.send({ ...request, headers });
      return { seen: seenOf(response), fault: judge(request, response, site) };
    },
  };
}

/** Creates a case from its table row, 'name | sent | expected', and `act`, which returns what it saw or throws an Error. */
export function steps(row: string, act: (site: Site) => Promise<string>): Case {
  const [name = '', sends = '', expects = ''] = row.split(' | ');
  return {
    name,
    sends,
    expects,
    async run(site) {
      try {
        return { seen: await act(site), fault: null };
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        return { seen: fault, fault };
      }
    },
  };
}

/** Fails a case of several steps unless a condition holds. */
export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Fails a case unless all responses have one of the allowed statuses. Returns the statuses. */
export function mustAllBe(
  all: readonly Pick<RawResponse, 'status'>[],
  ...allowed: readonly number[]
): string {
  const seen = all.map(({ status }) => status).join(', ');
  const isAllowed = all.every(({ status }) => allowed.includes(status));
  must(isAllowed, `answered ${seen}`);
  return seen;
}

/** Runs cases at the same time, then checks that Anna's rows are the same as `before` and that nothing was logged. */
export async function runCases(cases: readonly Case[], site: Site, before: string): Promise<Outcome[]> {
  const logLength = site.server.output().length;
  const outcomes = await Promise.all(cases.map((each) => each.run(site)));
  const after = await readAllData(site, site.anna);
  const lines = site.server
    .output()
    .slice(logLength)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^Mail "[^"]*" is in the outbox\.$/.test(messageIn(line)));
  const fault =
    (after === before ? null : `Anna's tasks were changed: ${after}`) ??
    (lines.length === 0 ? null : `the log says: ${lines.join(' / ')}`);
  return outcomes.map((outcome) => ({ ...outcome, fault: outcome.fault ?? fault }));
}

/** The message of a log line, or the line itself if it is not JSON. */
const messageIn = (line: string) => textIn({ status: 0, headers: {}, body: line }, 'msg') || line;

export function headersOf(who: Who, { publishableKey, anna, bert }: Site): Record<string, string> {
  if (who === 'no key') return {};
  const type = { apikey: publishableKey, 'Content-Type': 'application/json' };
  if (who === 'the key alone') return type;
  return { ...type, Authorization: `Bearer ${(who === 'anna' ? anna : bert).token}` };
}

const seenOf = ({ status }: RawResponse) => (status === 0 ? 'closed' : String(status));

function judge(request: Attack, response: RawResponse, site: Site): string | null {
  const { expect, behindProxy = expect, says, as = 'bert' } = request;
  const wanted = site.way.includes('nginx') ? behindProxy : expect;
  const isRight = wanted === 'refused' ? isRefused(response) : wanted.includes(response.status);
  const whole = `${response.status} ${response.body.slice(0, 200)}`;
  if (!isRight) return `answered ${whole}`;
  if (says && !says.test(response.body)) return `said ${whole}`;
  const leak = leaksIn(response, site, as === 'anna');
  if (leak !== null) return `the answer holds ${leak}: ${whole}`;
  return request.judge?.(response) ?? null;
}

/** Counts the statuses of responses: '400 ×10, 429 ×2'. */
export function tally(responses: readonly RawResponse[]): string {
  const byStatus = Object.groupBy(responses, ({ status }) => status);
  return Object.entries(byStatus)
    .map(([status, some]) => `${status} ×${some?.length}`)
    .join(', ');
}

export const wordsIn = (words: string): string[] => words.trim().split(/\s+/);

export async function repeat<Result>(
  times: number,
  act: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = [];
  for (let index = 0; index < times; index += 1) results.push(await act(index));
  return results;
}

/** Runs `act` in several rounds, in each of them `each` times at once. */
export async function inRounds(rounds: number, each: number, act: () => Promise<RawResponse>) {
  return (await repeat(rounds, () => Promise.all(Array.from({ length: each }, act)))).flat();
}

/** Fails a case unless the tally of the responses is as expected and each 429 says how long to wait. Returns the tally. */
export function mustBe(responses: readonly RawResponse[], expected: string): string {
  const seen = tally(responses);
  must(seen === expected, `answered ${seen} instead of ${expected}`);
  const refused = responses.filter(({ status }) => status === 429);
  const saysWhen = ({ headers, body }: RawResponse) =>
    Number(headers['retry-after']) > 0 && /Please try again in \d+ /.test(body);
  must(refused.every(saysWhen), 'a 429 says not when to try again');
  return seen;
}

/** Text that only an error of a library or database, or a stack trace, would contain. */
const INTERNAL_TEXT =
  /gotrue|postgrest|pglite|supabase|node_modules|introspect|syntax error|relation "|column "|function .* does not exist|\bat \w+ \(|\.ts:\d+|\/work\/|client_secret/i;

/** Whether a request was refused: with a 4xx, or a closed connection. */
function isRefused({ status }: RawResponse): boolean {
  return status === 0 || (status >= 400 && status < 500);
}

function leaksIn({ status, headers, body }: RawResponse, site: Site, isAnna = false): string | null {
  const all = `${Object.values(headers).join('\n')}\n${body}`;
  const secrets = [
    ['the secret of tokens', site.server.jwtSecret],
    ['the secret key', site.server.secretKey],
    ['the secret of Google', GOOGLE_SECRET],
    ["Anna's token", site.anna.token],
    ...(isAnna ? [] : [["Anna's task", 'A private plan']]),
  ] as const;
  const found = secrets.find(([, secret]) => secret !== undefined && secret !== '' && all.includes(secret));
  if (found) return found[0] ?? null;
  if (status >= 500 && status !== 503) return 'a fault of the server';
  return status >= 400 && INTERNAL_TEXT.test(body) ? 'words of a library' : null;
}

/** A path as the table shows it: short, and the same in each run. */
function shownPath(path: string): string {
  const plain = path
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'ID')
    .replaceAll(/eyJ[\w.-]+/g, 'TOKEN');
  return plain.length > 90 ? `${plain.slice(0, 60)}… (${path.length} characters)` : plain;
}
