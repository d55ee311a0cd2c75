import { setTimeout as wait } from 'node:timers/promises';
import { must, mustAllBe, steps, type Block, type Case } from '../cases.ts';
import { textIn } from '../send.ts';
import { addTask, ask, PASSWORD, readWeek, refresh, signIn, signUp, type Person } from '../person.ts';
import type { Site } from '../site.ts';

/** What becomes of an access token: reading, writing, and the account, each of which must be refused. */
async function mustBeOver(door: Site, person: Person): Promise<string> {
  const answers = [
    await readWeek(door, person),
    await addTask(door, person, 'after the end'),
    await ask(door, 'GET', '/auth/v1/user', { token: person.token }),
    await ask(door, 'POST', '/auth/v1/logout', { token: person.token }),
  ];
  const { status } = await refresh(door, person.refreshToken);
  must(status === 400, `its refresh token was answered ${status}`);
  return mustAllBe(answers, 401, 403);
}

const END = 'an access token reads, writes, asks for the account and signs out: 401 or 403';

export const endedSessions: readonly Case[] = [
  steps(
    `after a sign-out | the access token and the refresh token of a session that signed out | ${END}`,
    async (site) => {
      const person = await signUp(site);
      await ask(site, 'POST', '/auth/v1/logout?scope=global', { token: person.token });
      return mustBeOver(site, person);
    },
  ),
  steps(
    `after the deletion of the account | its access token and its refresh token | ${END}`,
    async (site) => {
      const person = await signUp(site);
      const gone = await ask(site, 'POST', '/rest/v1/rpc/delete_account', { body: {}, token: person.token });
      must(gone.status < 300, `the deletion was answered ${gone.status}: ${gone.body}`);
      return mustBeOver(site, person);
    },
  ),
  steps(
    `after a change of password | the tokens of the other session | ${END}; the session itself goes on`,
    async (site) => {
      const person = await signUp(site);
      const { person: other } = await signIn(site, person);
      const change = { body: { password: 'Another1!' }, token: other.token };
      const changed = await ask(site, 'PUT', '/auth/v1/user', change);
      must(changed.status === 200, `the change was answered ${changed.status}`);
      must((await readWeek(site, other)).status === 200, 'the session that changed it ended');
      const old = await signIn(site, { ...person, password: PASSWORD });
      must(old.answer.status === 400, `the old password was answered ${old.answer.status}`);
      return mustBeOver(site, person);
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
      const [one, two] = [first, second].map((answer) => sessionOf(textIn(answer, 'access_token')));
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

/** For so long a token that was used is taken again: two tabs may ask at once. */
const TOLERATED = 10_000;

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
            const answer = await refresh(site, refreshToken);
            [token, refreshToken] = [textIn(answer, 'access_token'), textIn(answer, 'refresh_token')];
          }
          await wait(TOLERATED + 1500);
          const again = await refresh(site, person.refreshToken);
          // A parent of the token in use may be asked for again (supabase/auth): it answers with that one.
          if (times === 1 && again.status === 200) return '200, the token in use';
          must(again.status === 400, `answered ${again.status}`);
          const seen = [
            await readWeek(site, { token }),
            await ask(site, 'GET', '/auth/v1/user', { token }),
            await refresh(site, refreshToken),
          ];
          return `400, then ${mustAllBe(seen, 400, 401, 403)}`;
        },
      ),
    ),
};
