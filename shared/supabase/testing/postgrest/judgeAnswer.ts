import type { Exchange } from './exchange.ts';

// What PostgREST answers: https://docs.postgrest.org, 'Errors', 'Pagination and Count', 'Prefer Header', 'Resource Representation'.

/** The status of an error code, of PostgreSQL or of PostgREST itself. The first that fits counts. */
const STATUSES: readonly (readonly [code: RegExp, status: number])[] = [
  [/^PGRST116$/, 406],
  [/^PGRST30[123]$/, 401],
  [/^PGRST20[25]$/, 404],
  [/^PGRST10[02]$/, 400],
  [/^2350[35]$/, 409],
  [/^42(?:883|P01)$/, 404],
  [/^P0001$/, 400],
  [/^(?:08|53)/, 503],
  [/^(?:40|54|55|57|58|P0|XX)/, 500],
];

/** The status for an error code; `isSignedIn`: the request had a token. */
export function statusOf(code: string, isSignedIn: boolean): number {
  if (code === '42501') return isSignedIn ? 403 : 401;
  const [, own] = /^PT([1-5]\d\d)$/.exec(code) ?? [];
  return own === undefined ? (STATUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 400) : Number(own);
}

type Judge = (isRight: boolean, sentence: string) => void;

function judgeError({ status, headers, answer }: Exchange, expect: Judge): void {
  const fields = typeof answer === 'object' && answer !== null ? Object.keys(answer).sort() : [];
  expect(fields.join() === 'code,details,hint,message', `an error has the fields ${fields.join(', ')}`);
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : '';
  const documented = statusOf(code, headers.has('authorization'));
  expect(status === documented, `${code} is answered with ${status} in the place of ${documented}`);
}

/** `0-24/*` or `0-24/350`; `*` in the place of the first part where there is no row. */
function rangeOf({ query, headers }: Exchange, rows: number, total: string): string {
  const first = Number(query.find(([name]) => name === 'offset')?.[1] ?? 0);
  const isCounted = headers.get('prefer')?.includes('count=exact') ?? false;
  return `${rows === 0 ? '*' : `${first}-${first + rows - 1}`}/${isCounted ? total : '*'}`;
}

/** What of an answer of `/rest/v1` is not as PostgREST documents it. Returns a sentence each; none where all is well. */
export function judgeAnswer(exchange: Exchange): string[] {
  const { method, path, headers, status, answerHeaders, answer } = exchange;
  const faults: string[] = [];
  const expect: Judge = (isRight, sentence) => void (isRight || faults.push(sentence));
  const type = answerHeaders.get('content-type') ?? '';
  expect(answer === undefined || /^application\/(?:vnd\.pgrst\.object\+)?json\b/.test(type), `it is ${type}`);
  if (status >= 400) {
    judgeError(exchange, expect);
    return faults;
  }
  if (path.startsWith('/rest/v1/rpc/')) {
    // A function that returns nothing is answered with nothing, any other with what it returns, 'null' among it.
    expect(status === (answer === undefined ? 204 : 200), `a call is answered with ${status}`);
    return faults;
  }
  const isSingle = headers.get('accept')?.includes('vnd.pgrst.object') ?? false;
  const isShown = method === 'GET' || (headers.get('prefer')?.includes('return=representation') ?? false);
  expect(isShown === (answer !== undefined), isShown ? 'no row is shown' : 'a row is shown');
  if (isShown) expect(Array.isArray(answer) !== isSingle, isSingle ? 'a list' : 'no list');
  const rows = Array.isArray(answer) ? answer.length : 1;
  const range = answerHeaders.get('content-range') ?? '';
  const total = range.split('/')[1] ?? '';
  if (method === 'GET') {
    const documented = rangeOf(exchange, rows, total);
    expect(range === documented, `Content-Range is ${range} in the place of ${documented}`);
    expect(total === '*' || Number(total) >= rows, `${rows} rows of ${total}`);
  }
  const isPart = method === 'GET' && total !== '*' && rows < Number(total);
  const whole = method === 'POST' ? 201 : isShown ? 200 : 204;
  const documented = isPart ? 206 : whole;
  expect(status === documented, `it is answered with ${status} in the place of ${documented}`);
  return faults;
}
