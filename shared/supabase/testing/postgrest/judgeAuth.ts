import type { Exchange } from './exchange.ts';

// GoTrue's requests and responses: openapi.yaml of https://github.com/supabase/auth and, for PKCE and `redirect_to`,
// internal/api of v2.196.0. Users are redirected to `/authorize` and `/callback`; the client never requests them.

interface Documented {
  query?: RegExp;
  /** The fields that GoTrue reads. */
  body?: readonly string[];
  answers: 'session' | 'user' | 'settings' | 'nothing' | 'an object';
}

const CHALLENGE = ['code_challenge', 'code_challenge_method'];
const EMAIL = ['email', 'gotrue_meta_security'];
const REDIRECT = /^redirect_to=/;
const GRANTS = /^grant_type=(?:password|refresh_token|pkce)$/;
const DOCUMENTED: Readonly<Record<string, Documented>> = {
  'POST signup': { query: REDIRECT, body: [...EMAIL, ...CHALLENGE, 'password', 'data'], answers: 'session' },
  'POST token': {
    query: GRANTS,
    body: [...EMAIL, 'password', 'refresh_token', 'auth_code', 'code_verifier'],
    answers: 'session',
  },
  'POST verify': { body: ['token_hash', 'type', 'gotrue_meta_security'], answers: 'session' },
  'POST recover': { query: REDIRECT, body: [...EMAIL, ...CHALLENGE], answers: 'an object' },
  'POST resend': { query: REDIRECT, body: [...EMAIL, ...CHALLENGE, 'type'], answers: 'an object' },
  'GET user': { answers: 'user' },
  'PUT user': { query: REDIRECT, body: ['password', ...CHALLENGE], answers: 'user' },
  'POST logout': { query: /^scope=(?:global|local|others)$/, answers: 'nothing' },
  'GET settings': { answers: 'settings' },
};

const textIn = (value: object, name: string) => name in value && typeof Reflect.get(value, name) === 'string';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value has the fields of a user that our client reads. */
const isUser = (value: unknown) =>
  isObject(value) &&
  ['id', 'email', 'created_at'].every((name) => textIn(value, name)) &&
  'app_metadata' in value &&
  isObject(value.app_metadata);

const SHAPES: Readonly<Record<Documented['answers'], (answer: unknown) => boolean>> = {
  session: (answer) =>
    isObject(answer) &&
    ['access_token', 'refresh_token'].every((name) => textIn(answer, name)) &&
    'token_type' in answer &&
    answer.token_type === 'bearer' &&
    ['expires_in', 'expires_at'].every((name) => Number.isInteger(Reflect.get(answer, name))) &&
    'user' in answer &&
    isUser(answer.user),
  user: isUser,
  settings: (answer) => isObject(answer) && 'external' in answer && isObject(answer.external),
  nothing: (answer) => answer === undefined,
  'an object': isObject,
};

/** Whether a value is an error, in the format before or since version 2024-01-01 of the API. */
const isError = (answer: unknown) =>
  isObject(answer) &&
  ((textIn(answer, 'error_code') && textIn(answer, 'msg')) ||
    (textIn(answer, 'code') && textIn(answer, 'message')));

/** Checks a request to `/auth/v1` and its response against GoTrue's docs. Returns a sentence for each difference. */
export function judgeAuth({ method, path, query, body, status, answer }: Exchange): string[] {
  const documented = DOCUMENTED[`${method} ${path.replace('/auth/v1/', '')}`];
  if (documented === undefined) return ['there is no such endpoint'];
  const faults: string[] = [];
  const expect = (isRight: boolean, sentence: string) => void (isRight || faults.push(sentence));
  for (const [name, value] of query)
    expect(documented.query?.test(`${name}=${value}`) ?? false, `${name}=${value} is not read`);
  const fields = isObject(body) ? Object.keys(body) : [];
  for (const field of fields) expect(documented.body?.includes(field) ?? false, `${field} is not read`);
  if (status >= 400) expect(isError(answer), 'an error has no code and no message');
  else {
    expect(status === (documented.answers === 'nothing' ? 204 : 200), `it is answered with ${status}`);
    expect(SHAPES[documented.answers](answer), `the answer is not ${documented.answers}`);
  }
  return faults;
}
