import { setTimeout as wait } from 'node:timers/promises';
import { must, mustAllBe, steps, type Block, type Case } from '../cases.ts';
import { textIn } from '../../tests/support/rawHttp.ts';
import { addTask, call, PASSWORD, readWeek, refresh, signIn, signUp, type Person } from '../person.ts';
import type { Site } from '../site.ts';

/** Fails unless every use of an access token and of the refresh token is refused. */
async function mustBeInvalid(api: Site, person: Person): Promise<string> {
  const responses = [
    await readWeek(api, person),
    await addTask(api, person, 'after the end'),
    await call(api, 'GET', '/auth/v1/user', { token: person.token }),
    await call(api, 'POST', '/auth/v1/logout', { token: person.token }),
  ];
  const { status } = await refresh(api, person.refreshToken);
  must(status === 400, `its refresh token was answered ${status}`);
  return mustAllBe(responses, 401, 403);
}

const END = 'an access token reads, writes, asks for the account and signs out: 401 or 403';

export const endedSessions: readonly Case[] = [
  steps(
    `after a sign-out | the access token and the refresh token of a session that signed out | ${END}`,
    async (site) => {
      const person = await signUp(site);
      await call(site, 'POST', '/auth/v1/logout?scope=global', { token: person.token });
      return mustBeInvalid(site, person);
    },
  ),
  steps(
    `after the deletion of the account | its access token and its refresh token | ${END}`,
    async (site) => {
      const person = await signUp(site);
      const gone = await call(site, 'POST', '/rest/v1/rpc/delete_account', { body: {}, token: person.token });
      must(gone.status < 300, `the deletion was answered ${gone.status}: ${gone.body}`);
      return mustBeInvalid(site, person);
    },
  ),
  steps(
    `after a change of password | the tokens of the other session | ${END}; the session itself goes on`,
    async (site) => {
      const person = await signUp(site);
      const { person: other } = await signIn(site, person);
      const change = { body: { password: 'Another1!' }, token: other.token };
      const changed = await call(site, 'PUT', '/auth/v1/user', change);
      must(changed.status === 200, `the change was answered ${changed.status}`);
      must((await readWeek(site, other)).status === 200, 'the session that changed it ended');
      const old = await signIn(site, { ...person, password: PASSWORD });
      must(old.response.status === 400, `the old password was answered ${old.response.status}`);
      return mustBeInvalid(site, person);
    },
  ),
  steps('a refresh token that is no token | refresh_token: "x", "", a UUID, SQL | 400 each', async (site) => {
    const seen = [];
    for (const each of ['x', '', '00000000-0000-4000-8000-000000000000', "' or true --", site.anna.token])
      seen.push(await refresh(site, each));
    return mustAllBe(seen, 400);
  }),
  steps(
    'a refresh token that is used again at once | twice the same token | both answers belong to one session (within 10 s, as on a hosted project)',
    async (site) => {
      const person = await signUp(site);
      const first = await refresh(site, person.refreshToken);
      const second = await refresh(site, person.refreshToken);
      must(first.status === 200 && second.status === 200, `${first.status}, ${second.status}`);
      const [one, two] = [first, second].map((response) => sessionOf(textIn(response, 'access_token')));
      must(one === two, 'two sessions');
      return '200, 200';
    },
  ),
];

function sessionOf(token: string): unknown {
  const [, payload = ''] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'session_id') : undefined;
}

/** A used refresh token is accepted again for this long, because two tabs may refresh at once. */
const REUSE_MILLISECONDS = 10_000;

export const reuse: Block = {
  name: 'reuse',
  title: 'Refresh tokens that come back later',
  limits: false,
  atOnce: 2,
  isLong: true,
  cases: () =>
    [1, 3].map((times) =>
      steps(
        `a refresh token that was used ${times === 1 ? 'once' : 'three times ago'} | a token that was used more than 10 s before | 400; the session ends, with the tokens that came of it`,
        async (site) => {
          const person = await signUp(site);
          let [token, refreshToken] = [person.token, person.refreshToken];
          for (let index = 0; index < times; index += 1) {
            const response = await refresh(site, refreshToken);
            [token, refreshToken] = [textIn(response, 'access_token'), textIn(response, 'refresh_token')];
          }
          await wait(REUSE_MILLISECONDS + 1500);
          const again = await refresh(site, person.refreshToken);
          // The parent of the active refresh token may be used again (supabase/auth): the response contains the active one.
          if (times === 1 && again.status === 200) return '200, the token in use';
          must(again.status === 400, `answered ${again.status}`);
          const seen = [
            await readWeek(site, { token }),
            await call(site, 'GET', '/auth/v1/user', { token }),
            await refresh(site, refreshToken),
          ];
          return `400, then ${mustAllBe(seen, 400, 401, 403)}`;
        },
      ),
    ),
};
