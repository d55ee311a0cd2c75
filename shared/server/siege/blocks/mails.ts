import { randomUUID } from 'node:crypto';
import { inRounds, repeat, must, mustBe, steps, type Block } from '../cases.ts';
import { call, newAddress, newestLink, PASSWORD, recover, redeem, signUp, tokenOf } from '../person.ts';
import type { Site } from '../site.ts';

const newEmail = () => `${randomUUID()}@example.com`;

/** Requests seven more mails to an unconfirmed address. Although some are refused, the newest link must work. */
async function requestMoreMail(site: Site, path: string, more: object): Promise<string> {
  const [email, address] = [newEmail(), newAddress()];
  await call(site, 'POST', '/auth/v1/signup', { body: { email, password: PASSWORD }, address });
  const body = { email, ...more };
  const responses = await repeat(7, () => call(site, 'POST', path, { body, address: newAddress() }));
  const seen = mustBe(responses, '200 ×4, 429 ×3');
  const { status } = await redeem(site, tokenOf(await newestLink(site, email)), address, 'signup');
  must(status === 200, `the link was answered ${status}`);
  return seen;
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
      // The mail of the sign-up is the first of five.
      return mustBe(await inRounds(1, 8, () => recover(site, email, newAddress())), '200 ×4, 429 ×4');
    }),
    steps(
      'a resend that is refused | 7 × resend for an address that waits, then the newest link | the link is good',
      (site) => requestMoreMail(site, '/auth/v1/resend', { type: 'signup' }),
    ),
    steps(
      'a sign-up again that is refused | 7 × sign-up of one address, then the newest link | the link is good',
      (site) => requestMoreMail(site, '/auth/v1/signup', { password: 'Stranger1!' }),
    ),
    steps('sign-ups from one address | 66 sign-ups, six at a time | 60 × 200, then 429', async (site) => {
      const address = newAddress();
      const signUpOnce = () =>
        call(site, 'POST', '/auth/v1/signup', { body: { email: newEmail(), password: PASSWORD }, address });
      return mustBe(await inRounds(11, 6, signUpOnce), '200 ×60, 429 ×6');
    }),
    steps(
      'mails from one address | 66 recoveries for 66 addresses, eleven at a time | 60 × 200, then 429',
      async (site) => {
        const address = newAddress();
        const responses = await inRounds(6, 11, () => recover(site, newEmail(), address));
        return mustBe(responses, '200 ×60, 429 ×6');
      },
    ),
  ],
};
