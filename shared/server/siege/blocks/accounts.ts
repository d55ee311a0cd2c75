import { randomUUID } from 'node:crypto';
import { must, mustAllBe, steps, type Block } from '../cases.ts';
import type { RawResponse } from '../../tests/support/rawHttp.ts';
import { call, newestLink, PASSWORD, signUp, type Api } from '../person.ts';

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return `{${Object.entries(value)
    .map(([name, each]) => `${name}:${shapeOf(each)}`)
    .sort()
    .join()}}`;
}

function seenIn({ status, headers, body }: RawResponse): string {
  const names = Object.keys(headers)
    .filter((name) => !['date', 'content-length', ':status'].includes(name))
    .sort()
    .join();
  return `${status} ${shapeOf(JSON.parse(body || 'null'))} ${names}`;
}

const post =
  (path: string, more: object = {}) =>
  (api: Api, email: string): Promise<RawResponse> =>
    call(api, 'POST', `/auth/v1/${path}`, { body: { email, ...more } });

export const REQUESTS_BY_NAME = {
  'a sign-in': post('token?grant_type=password', { password: 'wrong pass' }),
  'a sign-up': post('signup', { password: PASSWORD }),
  'a sign-up with a short password': post('signup', { password: 'short' }),
  'a mail for a new password': post('recover'),
  'a mail to confirm again': post('resend', { type: 'signup' }),
  'a link of another': post('verify', { token_hash: 'x'.repeat(64), type: 'recovery' }),
};

export const accounts: Block = {
  name: 'accounts',
  title: 'Who has an account',
  limits: false,
  atOnce: 7,
  cases: () => [
    ...Object.entries(REQUESTS_BY_NAME).flatMap(([name, send]) =>
      [false, true].map((upper) =>
        steps(
          `${name}${upper ? ', in capitals' : ''} | the same for an address with an account and for one without | the same status, form and headers`,
          async (site) => {
            const [known, unknown] = [site.bert.email, `${randomUUID()}@example.com`].map((email) =>
              upper ? email.toUpperCase() : email,
            );
            const responses = [await send(site, known ?? ''), await send(site, unknown ?? '')];
            const [one, other] = responses.map(seenIn);
            must(one === other, `known: ${one}; unknown: ${other}`);
            return `both ${responses[0]?.status}`;
          },
        ),
      ),
    ),
    steps(
      'the mail of a sign-up for an address that has an account | POST /auth/v1/signup with its address | no link that confirms or signs in',
      async (site) => {
        const { email } = await signUp(site);
        const before = await newestLink(site, email);
        await call(site, 'POST', '/auth/v1/signup', { body: { email, password: 'Another1!' } });
        must((await newestLink(site, email)) === before, 'a link was mailed');
        return 'none';
      },
    ),
    steps(
      'the password of a second sign-up | POST /auth/v1/signup twice with two passwords, then the link of the first mail | the password that counts is that of the one who made the account',
      async (site) => {
        const email = `${randomUUID()}@example.com`;
        await call(site, 'POST', '/auth/v1/signup', { body: { email, password: PASSWORD } });
        await call(site, 'POST', '/auth/v1/signup', { body: { email, password: 'Stranger1!' } });
        const body = { email, password: 'Stranger1!' };
        return mustAllBe([await call(site, 'POST', '/auth/v1/token?grant_type=password', { body })], 400);
      },
    ),
  ],
};
