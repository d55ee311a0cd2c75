import { randomUUID } from 'node:crypto';
import { steps, type Block } from '../cases.ts';
import { guess, inTurn, mustBe, WRONG } from '../counting.ts';
import { ask, newAddress, signUp } from '../person.ts';
import { links } from './links.ts';
import { passwords } from './passwords.ts';

export const guessing: Block = {
  name: 'guessing',
  title: 'Guessing',
  limits: true,
  atOnce: 1,
  ways: ['HTTP/1.1', 'HTTP/2'],
  cases: () => [...passwords, ...links],
};

/** A proxy makes no difference: what a client writes about itself is not believed. */
export const guessingBehindNginx: Block = {
  name: 'guessing behind nginx',
  title: 'Guessing with made-up addresses',
  limits: true,
  atOnce: 1,
  ways: ['deploy/nginx'],
  cases: () => [
    ...['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP'].map((header) =>
      steps(
        `another ${header} with each try`,
        '12 wrong passwords for an account',
        '10 × 400, then 429',
        async (site) => {
          const { email } = await signUp(site);
          const answers = await inTurn(12, () => {
            const address = newAddress();
            const value = header === 'Forwarded' ? `for=${address}` : address;
            return ask({ ...site, ...site.another() }, 'POST', '/auth/v1/token?grant_type=password', {
              body: { email, password: WRONG },
              headers: { [header]: value },
            });
          });
          return mustBe(answers, '400 ×10, 429 ×2');
        },
      ),
    ),
    steps(
      'made-up addresses and 45 accounts',
      '60 wrong passwords for 60 accounts after those',
      'never more than 100 in ten minutes',
      async (site) => {
        const answers = await inTurn(60, () =>
          guess({ ...site, ...site.another() }, `${randomUUID()}@example.com`, newAddress()),
        );
        return mustBe(answers, '400 ×50, 429 ×10');
      },
    ),
  ],
};
