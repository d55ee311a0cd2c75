import { belongingsOf } from './person.ts';
import { textIn, type Answer, type Sent } from './send.ts';
import { GOOGLE_SECRET, type Site, type Way } from './site.ts';

/** What came of a case: what was seen, and what was wrong with it (null: nothing). */
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

/** Cases of one kind. After them nothing of Anna's is changed, the log says nothing, and a normal visit works. */
export interface Block {
  name: string;
  title: string;
  limits: boolean;
  /** Absent: every way. */
  ways?: readonly Way[];
  /** How many cases run at the same time: they are held against what must not have changed together. */
  atOnce: number;
  /** Takes its time: not a part of `npm test`. */
  isLong?: boolean;
  cases(site: Site): Case[];
}

export type Who = 'anna' | 'bert' | 'the key alone' | 'no key';

export interface Attack extends Sent {
  name: string;
  as?: Who;
  /** The statuses it may have, or 'refused': any 4xx, or the connection is closed. */
  expect: readonly number[] | 'refused';
  /** Behind a proxy, which answers some itself. */
  behindProxy?: readonly number[] | 'refused';
  says?: RegExp;
  /** What is sent, where the request itself says too much or too little. */
  sends?: string;
  /** What the table has nothing to do with it: a status that only the right answer has, in words. */
  judge?(answer: Answer): string | null;
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
      const answer = await site.send({ ...request, headers: { ...headersOf(as, site), ...request.headers } });
      return { seen: seenOf(answer), fault: judge(request, answer, site) };
    },
  };
}

/**
 * Makes a case of several steps. Takes its row of the table: 'name | what is sent | what is expected'. `act` returns what
 * was seen; it throws an Error that says what was wrong.
 */
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

/** Ends a case of several steps as failed unless something holds. */
export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Ends a case as failed unless the statuses of all answers are among some. Returns what was seen. */
export function mustAllBe(answers: readonly Pick<Answer, 'status'>[], ...allowed: readonly number[]): string {
  const seen = answers.map(({ status }) => status).join(', ');
  const isAllowed = answers.every(({ status }) => allowed.includes(status));
  must(isAllowed, `answered ${seen}`);
  return seen;
}

/** Runs cases at the same time and looks at what must not have changed: Anna's rows (as `before`), and the log. */
export async function runCases(cases: readonly Case[], site: Site, before: string): Promise<Outcome[]> {
  const said = site.server.output().length;
  const outcomes = await Promise.all(cases.map((each) => each.run(site)));
  const after = await belongingsOf(site, site.anna);
  const lines = site.server
    .output()
    .slice(said)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^Mail "[^"]*" is in the outbox\.$/.test(messageIn(line)));
  const fault =
    (after === before ? null : `Anna's tasks were changed: ${after}`) ??
    (lines.length === 0 ? null : `the log says: ${lines.join(' / ')}`);
  return outcomes.map((outcome) => ({ ...outcome, fault: outcome.fault ?? fault }));
}

/** What a line of the log says, or the line itself where it is no JSON. */
const messageIn = (line: string) => textIn({ status: 0, headers: {}, body: line }, 'msg') || line;

export function headersOf(who: Who, { publishableKey, anna, bert }: Site): Record<string, string> {
  if (who === 'no key') return {};
  const type = { apikey: publishableKey, 'Content-Type': 'application/json' };
  if (who === 'the key alone') return type;
  return { ...type, Authorization: `Bearer ${(who === 'anna' ? anna : bert).token}` };
}

const seenOf = ({ status }: Answer) => (status === 0 ? 'closed' : String(status));

function judge(request: Attack, answer: Answer, site: Site): string | null {
  const { expect, behindProxy = expect, says, as = 'bert' } = request;
  const wanted = site.way.includes('nginx') ? behindProxy : expect;
  const isRight = wanted === 'refused' ? isRefused(answer) : wanted.includes(answer.status);
  const whole = `${answer.status} ${answer.body.slice(0, 200)}`;
  if (!isRight) return `answered ${whole}`;
  if (says && !says.test(answer.body)) return `said ${whole}`;
  const leak = leaksIn(answer, site, as === 'anna');
  if (leak !== null) return `the answer holds ${leak}: ${whole}`;
  return request.judge?.(answer) ?? null;
}

/** The statuses of answers, each with how often it came: '400 ×10, 429 ×2'. */
export function tally(answers: readonly Answer[]): string {
  const byStatus = Object.groupBy(answers, ({ status }) => status);
  return Object.entries(byStatus)
    .map(([status, some]) => `${status} ×${some?.length}`)
    .join(', ');
}

/** The words of a list: paths, addresses. */
export const listOf = (words: string): string[] => words.trim().split(/\s+/);

export async function inTurn<Result>(
  times: number,
  act: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = [];
  for (let index = 0; index < times; index += 1) results.push(await act(index));
  return results;
}

/** Does something so many times at once, again and again. */
export async function inRounds(rounds: number, each: number, act: () => Promise<Answer>): Promise<Answer[]> {
  return (await inTurn(rounds, () => Promise.all(Array.from({ length: each }, act)))).flat();
}

/** Ends a case as failed unless answers came as often as expected, each 429 with the time to wait. Returns what was seen. */
export function mustBe(answers: readonly Answer[], expected: string): string {
  const seen = tally(answers);
  must(seen === expected, `answered ${seen} instead of ${expected}`);
  const refused = answers.filter(({ status }) => status === 429);
  const isTold = ({ headers, body }: Answer) =>
    Number(headers['retry-after']) > 0 && /Please try again in \d+ /.test(body);
  must(refused.every(isTold), 'a 429 says not when to try again');
  return seen;
}

/** Words that only a library, a database or a stack would say. */
const FOREIGN =
  /gotrue|postgrest|pglite|supabase|node_modules|introspect|syntax error|relation "|column "|function .* does not exist|\bat \w+ \(|\.ts:\d+|\/work\/|client_secret/i;

/** Whether a request got nothing: an answer of 4xx, or none at all. */
function isRefused({ status }: Answer): boolean {
  return status === 0 || (status >= 400 && status < 500);
}

function leaksIn({ status, headers, body }: Answer, site: Site, isAnna = false): string | null {
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
  return status >= 400 && FOREIGN.test(body) ? 'words of a library' : null;
}

/** A path for the table: short, and the same in each run. */
function shownPath(path: string): string {
  const plain = path
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'ID')
    .replaceAll(/eyJ[\w.-]+/g, 'TOKEN');
  return plain.length > 90 ? `${plain.slice(0, 60)}… (${path.length} characters)` : plain;
}
