import { randomUUID } from 'node:crypto';
import { inRounds, inTurn, must, mustBe, steps, type Block } from '../cases.ts';
import {
  ask,
  newAddress,
  newestLink,
  PASSWORD,
  recover,
  redeem,
  signUp,
  tokenOf,
  type Door,
  type Person,
} from '../person.ts';

async function unconfirmed(door: Door): Promise<Pick<Person, 'email' | 'address'>> {
  const [email, address] = [`${randomUUID()}@example.com`, newAddress()];
  await ask(door, 'POST', '/auth/v1/signup', { body: { email, password: PASSWORD }, address });
  return { email, address };
}

export const mails: Block = {
  name: 'mails',
  title: 'Mails that were not asked for',
  limits: true,
  ways: ['HTTP/1.1', 'HTTP/2'],
  atOnce: 5,
  cases: () => [
    steps('mails to one address | 8 × recover | 5 × 200, then 429', async (site) => {
      const { email } = await signUp(site);
      // The sign-up's own mail is the first of five.
      return mustBe(
        await Promise.all(Array.from({ length: 8 }, () => recover(site, email, newAddress()))),
        '200 ×4, 429 ×4',
      );
    }),
    steps(
      'a resend that is refused | 7 × resend for an address that waits, then the newest link | the link is good',
      async (site) => {
        const { email, address } = await unconfirmed(site);
        const resend = () =>
          ask(site, 'POST', '/auth/v1/resend', { body: { email, type: 'signup' }, address: newAddress() });
        const seen = mustBe(await inTurn(7, resend), '200 ×4, 429 ×3');
        const { status } = await redeem(site, tokenOf(await newestLink(site, email)), address, 'signup');
        must(status === 200, `the link was answered ${status}`);
        return seen;
      },
    ),
    steps(
      'a sign-up again that is refused | 7 × sign-up of one address, then the newest link | the link is good',
      async (site) => {
        const { email, address } = await unconfirmed(site);
        const again = () =>
          ask(site, 'POST', '/auth/v1/signup', {
            body: { email, password: 'Stranger1!' },
            address: newAddress(),
          });
        const seen = mustBe(await inTurn(7, again), '200 ×4, 429 ×3');
        const { status } = await redeem(site, tokenOf(await newestLink(site, email)), address, 'signup');
        must(status === 200, `the link was answered ${status}`);
        return seen;
      },
    ),
    steps('sign-ups from one address | 66 sign-ups, six at a time | 60 × 200, then 429', async (site) => {
      const address = newAddress();
      const signUpOnce = () => {
        const body = { email: `${randomUUID()}@example.com`, password: PASSWORD };
        return ask(site, 'POST', '/auth/v1/signup', { body, address });
      };
      return mustBe(await inRounds(11, 6, signUpOnce), '200 ×60, 429 ×6');
    }),
    steps(
      'mails from one address | 66 recoveries for 66 addresses, eleven at a time | 60 × 200, then 429',
      async (site) => {
        const address = newAddress();
        const answers = await inRounds(6, 11, () => recover(site, `${randomUUID()}@example.com`, address));
        return mustBe(answers, '200 ×60, 429 ×6');
      },
    ),
  ],
};
