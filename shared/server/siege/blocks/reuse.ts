import { setTimeout as wait } from 'node:timers/promises';
import { textIn } from '../answer.ts';
import { must, steps, type Block } from '../cases.ts';
import { ask, readWeek, refresh, signUp } from '../person.ts';

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
        `a refresh token that was used ${times === 1 ? 'once' : 'three times ago'}`,
        'a token that was used more than 10 s before',
        '400; the session ends, with the tokens that came of it',
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
            (await readWeek(site, { token })).status,
            (await ask(site, 'GET', '/auth/v1/user', { token })).status,
            (await refresh(site, refreshToken)).status,
          ];
          must(
            seen.every((status) => status >= 400 && status < 500),
            `afterwards ${seen.join(', ')}`,
          );
          return `400, then ${seen.join(', ')}`;
        },
      ),
    ),
};
