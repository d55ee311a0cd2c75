import { must, steps, type Case } from '../cases.ts';
import { textIn } from '../answer.ts';
import {
  addTask,
  ask,
  PASSWORD,
  readWeek,
  refresh,
  signIn,
  signUp,
  type Door,
  type Person,
} from '../person.ts';

/** What becomes of an access token: reading, writing, and the account, each of which must be refused. */
async function mustBeOver(door: Door, person: Person): Promise<string> {
  const answers = [
    await readWeek(door, person),
    await addTask(door, person, 'after the end'),
    await ask(door, 'GET', '/auth/v1/user', { token: person.token }),
    await ask(door, 'POST', '/auth/v1/logout', { token: person.token }),
  ];
  const seen = answers.map(({ status }) => status).join(', ');
  must(
    answers.every(({ status }) => status === 401 || status === 403),
    `a session that ended: ${seen}`,
  );
  return seen;
}

const END = 'an access token reads, writes, asks for the account and signs out: 401 or 403';

/** Sessions that have ended: neither of their tokens is good for anything. */
export const endedSessions: readonly Case[] = [
  steps(
    'after a sign-out',
    'the access token and the refresh token of a session that signed out',
    END,
    async (site) => {
      const person = await signUp(site);
      await ask(site, 'POST', '/auth/v1/logout?scope=global', { token: person.token });
      const { status } = await refresh(site, person.refreshToken);
      must(status === 400, `its refresh token was answered ${status}`);
      return mustBeOver(site, person);
    },
  ),
  steps('after the deletion of the account', 'its access token and its refresh token', END, async (site) => {
    const person = await signUp(site);
    const gone = await ask(site, 'POST', '/rest/v1/rpc/delete_account', { body: {}, token: person.token });
    must(gone.status < 300, `the deletion was answered ${gone.status}: ${gone.body}`);
    const { status } = await refresh(site, person.refreshToken);
    must(status === 400, `its refresh token was answered ${status}`);
    return mustBeOver(site, person);
  }),
  steps(
    'after a change of password',
    'the tokens of the other session',
    `${END}; the session itself goes on`,
    async (site) => {
      const person = await signUp(site);
      const { person: other } = await signIn(site, person);
      const changed = await ask(site, 'PUT', '/auth/v1/user', {
        body: { password: 'Another1!' },
        token: other.token,
      });
      must(changed.status === 200, `the change was answered ${changed.status}`);
      must((await readWeek(site, other)).status === 200, 'the session that changed it ended');
      const { status } = await refresh(site, person.refreshToken);
      must(status === 400, `the other refresh token was answered ${status}`);
      const old = await signIn(site, { ...person, password: PASSWORD });
      must(old.answer.status === 400, `the old password was answered ${old.answer.status}`);
      return mustBeOver(site, person);
    },
  ),
  steps(
    'a refresh token that is no token',
    'refresh_token: "x", "", a UUID, SQL',
    '400 each',
    async (site) => {
      const seen = [];
      for (const each of ['x', '', '00000000-0000-4000-8000-000000000000', "' or true --", site.anna.token])
        seen.push((await refresh(site, each)).status);
      must(
        seen.every((status) => status === 400),
        `answered ${seen.join(', ')}`,
      );
      return seen.join(', ');
    },
  ),
  steps(
    'a refresh token that is used again at once',
    'twice the same token',
    'both answers belong to one session (within 10 s, as on a hosted project)',
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
