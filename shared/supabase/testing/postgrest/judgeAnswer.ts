import type { Exchange } from './exchange.ts';

// How PostgREST responds: https://docs.postgrest.org, 'Errors', 'Pagination and Count', 'Prefer Header', 'Resource Representation'.

/** The status for an error code of PostgreSQL or PostgREST. The first match counts. */
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

/** Takes an error code and whether the request had a token; returns the status. */
export function statusOf(code: string, isSignedIn: boolean): number {
  if (code === '42501') return isSignedIn ? 403 : 401;
  const [, raw] = /^PT([1-5]\d\d)$/.exec(code) ?? [];
  return raw === undefined ? (STATUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 400) : Number(raw);
}

type Expect = (isRight: boolean, sentence: string) => void;

function checkError({ status, headers, answer }: Exchange, expect: Expect): void {
  const fields = typeof answer === 'object' && answer !== null ? Object.keys(answer).sort() : [];
  expect(fields.join() === 'code,details,hint,message', `an error has the fields ${fields.join(', ')}`);
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : '';
  const documented = statusOf(code, headers.has('authorization'));
  expect(status === documented, `${code} is answered with ${status} in the place of ${documented}`);
}

/** Returns the documented Content-Range: `0-24/*` or `0-24/350`, with `*` for the first part if there is no row. */
function rangeOf({ query, headers }: Exchange, rows: number, total: string): string {
  const first = Number(query.find(([name]) => name === 'offset')?.[1] ?? 0);
  const isCounted = headers.get('prefer')?.includes('count=exact') ?? false;
  return `${rows === 0 ? '*' : `${first}-${first + rows - 1}`}/${isCounted ? total : '*'}`;
}

/** Checks a response of `/rest/v1` against PostgREST's docs. Returns a sentence for each difference. */
export function judgeAnswer(exchange: Exchange): string[] {
  const { method, path, headers, status, answerHeaders, answer } = exchange;
  const faults: string[] = [];
  const expect: Expect = (isRight, sentence) => void (isRight || faults.push(sentence));
  const type = answerHeaders.get('content-type') ?? '';
  expect(answer === undefined || /^application\/(?:vnd\.pgrst\.object\+)?json\b/.test(type), `it is ${type}`);
  if (status >= 400) {
    checkError(exchange, expect);
    return faults;
  }
  if (path.startsWith('/rest/v1/rpc/')) {
    // A function without a return value has an empty response; any other has its return value, also if that is 'null'.
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
