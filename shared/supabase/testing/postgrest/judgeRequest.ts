import type { Exchange } from './exchange.ts';

// How requests to PostgREST look: https://docs.postgrest.org, 'Tables and Views', 'Functions as RPC', 'Prefer Header', 'Schemas'.

const COLUMNS = /^(?:\*|\w+(?:,\w+)*)$/;
const ORDER = /^\w+(?:\.(?:asc|desc))?(?:\.nulls(?:first|last))?(?:,\w+(?:\.(?:asc|desc))?)*$/;
const NUMBER = /^\d+$/;
const OPERATOR = String.raw`(?:not\.)?(?:(?:eq|neq|gt|gte|lt|lte)\.|in\.\(|is\.(?:null|not_null|true|false|unknown)$)`;
/** Inside parentheses a value that contains a comma, colon, full stop or parenthesis is quoted. */
const CONDITION = String.raw`\w+\.(?:eq|neq|gt|gte|lt|lte)\.(?:"(?:[^"\\]|\\.)*"|[^,.:()"]+)`;
const OR_CONDITION = new RegExp(
  `^\\(${CONDITION}(?:,(?:${CONDITION}|and\\(${CONDITION}(?:,${CONDITION})*\\)))*\\)$`,
);

const PARAMETERS: Readonly<Record<string, RegExp>> = {
  select: COLUMNS,
  order: ORDER,
  limit: NUMBER,
  offset: NUMBER,
  or: OR_CONDITION,
  columns: /^"\w+"(?:,"\w+")*$/,
};
const FILTER = new RegExp(`^${OPERATOR}`);
const PREFERENCES =
  /^(?:return=(?:minimal|representation|headers-only)|count=(?:exact|planned|estimated)|resolution=ignore-duplicates)$/;
const ACCEPTED = /^(?:\*\/\*|application\/json|application\/vnd\.pgrst\.object\+json)$/;
/** Headers that our client must not send: without the first two PostgREST uses its first schema, and we have only one. */
const FORBIDDEN_HEADERS = ['accept-profile', 'content-profile', 'range', 'range-unit'];

const listOf = (header: string | null) => (header ?? '').split(',').map((part) => part.trim());

/** Checks a request to `/rest/v1` against PostgREST's docs. Returns a sentence for each difference. */
export function judgeRequest({ method, path, query, headers, body }: Exchange): string[] {
  const faults: string[] = [];
  const expect = (isRight: boolean, sentence: string) => void (isRight || faults.push(sentence));
  const isCall = /^\/rest\/v1\/rpc\/\w+$/.test(path);
  expect(isCall || /^\/rest\/v1\/\w+$/.test(path), 'the path is neither a table nor a function');
  expect((isCall ? ['POST'] : ['GET', 'POST', 'PATCH', 'DELETE']).includes(method), `${method} is unknown`);
  for (const [name, value] of query)
    expect((PARAMETERS[name] ?? FILTER).test(value), `${name}=${value} is not in its grammar`);
  const names = query.map(([name]) => name);
  for (const name of Object.keys(PARAMETERS))
    expect(names.indexOf(name) === names.lastIndexOf(name), `${name} is said twice`);
  const isOfRows = !isCall && (method === 'PATCH' || method === 'DELETE');
  expect(!isOfRows || names.some((name) => !(name in PARAMETERS)), 'it would touch every row');
  const prefer = headers.get('prefer');
  expect(prefer === null || listOf(prefer).every((one) => PREFERENCES.test(one)), `Prefer: ${prefer}`);
  const accept = headers.get('accept');
  expect(accept === null || listOf(accept).every((one) => ACCEPTED.test(one)), `Accept: ${accept}`);
  for (const name of FORBIDDEN_HEADERS) expect(!headers.has(name), `it sends ${name}`);
  const hasBody = method === 'POST' || method === 'PATCH';
  const rows: unknown[] = Array.isArray(body) ? body : [body];
  const areObjects = rows.every((row) => typeof row === 'object' && row !== null);
  expect(
    hasBody ? areObjects : body === undefined,
    'the body is neither an object of JSON nor a list of them',
  );
  const type = headers.get('content-type') ?? '';
  expect(!hasBody || type.startsWith('application/json'), `Content-Type: ${type}`);
  return faults;
}
