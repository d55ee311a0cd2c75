import { createHash, randomUUID } from 'node:crypto';
import { inRounds, repeat, must, mustBe, steps, tally, type Block, type Case } from '../cases.ts';
import {
  call,
  newAddress,
  newestLink,
  recover,
  redeem,
  signIn,
  signUp,
  tokenOf,
  type Api,
} from '../person.ts';
import type { RawResponse } from '../../tests/support/rawHttp.ts';
import type { Site } from '../site.ts';

const WRONG = 'Wrong pass 1';

const guess = async (api: Api, email: string, address: string): Promise<RawResponse> =>
  (await signIn(api, { email, password: WRONG, address })).response;

const unknownEmail = () => `${randomUUID()}@example.com`;

/** Sends twelve wrong passwords from one address for one account, whose e-mail is written in these forms in turn. */
async function guessTwelve(site: Site, ...forms: readonly string[]): Promise<string> {
  const address = newAddress();
  const responses = await repeat(12, (index) => guess(site, forms[index % forms.length] ?? '', address));
  return mustBe(responses, '400 ×10, 429 ×2');
}

const passwords: readonly Case[] = [
  steps(
    'the eleventh wrong password | 12 wrong passwords for an account | 10 × 400, then 429 with Retry-After',
    async (site) => guessTwelve(site, (await signUp(site)).email),
  ),
  steps(
    'the eleventh for no account | 12 wrong passwords for an unknown address | as for an account',
    (site) => guessTwelve(site, unknownEmail()),
  ),
  steps(
    'in capitals and with spaces | 12 wrong passwords, the address written in four ways | one account, one count',
    async (site) => {
      const { email } = await signUp(site);
      return guessTwelve(site, email, email.toUpperCase(), ` ${email}`, `${email} `);
    },
  ),
  steps('32 at once | 32 wrong passwords at the same time | no more than 10 are tried', async (site) => {
    const { email } = await signUp(site);
    const address = newAddress();
    const responses = await inRounds(1, 32, () => guess(site, email, address));
    const tried = responses.filter(({ status }) => status === 400).length;
    must(tried <= 10 && responses.every(({ status }) => [400, 429, 503].includes(status)), tally(responses));
    return 'no more than 10';
  }),
  steps(
    'the right one after ten wrong ones | the right password from the same address | 429: it says nothing',
    async (site) => {
      const made = await signUp(site);
      const address = newAddress();
      await repeat(10, () => guess(site, made.email, address));
      return mustBe([(await signIn(site, { ...made, address })).response], '429 ×1');
    },
  ),
  steps(
    'the owner elsewhere | after 60 wrong passwords from 6 addresses the owner signs in where they did before | 200',
    async (site) => {
      const made = await signUp(site);
      await signIn(site, made);
      const addresses = Array.from({ length: 6 }, newAddress);
      const responses = addresses.map((address) => repeat(10, () => guess(site, made.email, address)));
      const seen = tally((await Promise.all(responses)).flat());
      must(seen === '400 ×50, 429 ×10', `the guesses: ${seen}`);
      const { response } = await signIn(site, made);
      must(response.status === 200, `the owner was answered ${response.status}`);
      // From a new address the right password is refused too: a success would reveal that the guess was right.
      const { status } = (await signIn(site, { ...made, address: newAddress() })).response;
      must(status === 429, `the owner at a new address was answered ${status}`);
      return String(response.status);
    },
  ),
  steps(
    'many accounts from one address | 110 wrong passwords for 110 accounts | 100 × 400, then 429',
    async (site) => {
      const address = newAddress();
      return mustBe(await repeat(110, () => guess(site, unknownEmail(), address)), '400 ×100, 429 ×10');
    },
  ),
  steps('right passwords do not count | 15 sign-ins of one person | 200 each', async (site) => {
    const made = await signUp(site);
    return mustBe(await repeat(15, async () => (await signIn(site, made)).response), '200 ×15');
  }),
];

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Creates an account that has requested a new password; returns it with the token of the mailed link. */
async function requestRecovery(site: Site): Promise<{ email: string; address: string; token: string }> {
  const { email } = await signUp(site);
  const address = newAddress();
  await recover(site, email, address);
  return { email, address, token: tokenOf(await newestLink(site, email)) };
}

const links: readonly Case[] = [
  steps(
    'six digits | 40 codes with e-mail and token after a recovery, GET and POST | 400 or 404: no such question',
    async (site) => {
      const { email, address } = await requestRecovery(site);
      const responses = await repeat(40, (index) => {
        const token = String(100_000 + index);
        return index % 2 === 0
          ? call(site, 'POST', '/auth/v1/verify', { body: { email, token, type: 'recovery' }, address })
          : call(site, 'GET', `/auth/v1/verify?type=recovery&token=${token}&email=${email}`, { address });
      });
      return mustBe(responses, '400 ×20, 404 ×20');
    },
  ),
  steps('tokens of links | 70 made-up token_hash | 60 × 403, then 429', async (site) => {
    const address = newAddress();
    const all = await repeat(70, () => redeem(site, randomUUID().replaceAll('-', '').repeat(2), address));
    return mustBe(all, '403 ×60, 429 ×10');
  }),
  steps(
    'what the database keeps of a token | the hash of a token, and the library’s own hash of e-mail and digits | 403',
    async (site) => {
      const { email, address, token } = await requestRecovery(site);
      const libraries = hash(`${email}123456`);
      const tries = [hash(token), libraries, token.toUpperCase(), token.slice(0, -1), `${token} `];
      return mustBe(await repeat(5, (index) => redeem(site, tries[index] ?? '', address)), '403 ×5');
    },
  ),
  steps('a link twice | the token of a mail, twice | 200, then 403', async (site) => {
    const { address, token } = await requestRecovery(site);
    const seen = [(await redeem(site, token, address)).status, (await redeem(site, token, address)).status];
    must(seen.join() === '200,403', seen.join());
    return seen.join(', ');
  }),
  steps(
    'a link of another kind | the token of a recovery as signup, email, magiclink, invite, email_change | refused each; the link stays good',
    async (site) => {
      const { address, token } = await requestRecovery(site);
      const kinds = ['signup', 'email', 'magiclink', 'invite', 'email_change'];
      const responses = await repeat(5, (index) => redeem(site, token, address, kinds[index]));
      const seen = mustBe(responses, '403 ×5');
      const { status } = await redeem(site, token, address);
      must(status === 200, `the link was answered ${status}`);
      return seen;
    },
  ),
];

export const guessing: Block = {
  name: 'guessing',
  title: 'Guessing',
  limits: true,
  atOnce: 1,
  ways: ['HTTP/1.1', 'HTTP/2'],
  cases: () => [...passwords, ...links],
};

/** Behind a proxy the limits are the same: an address that a client claims for itself is not trusted. */
export const guessingBehindNginx: Block = {
  name: 'guessing behind nginx',
  title: 'Guessing with made-up addresses',
  limits: true,
  atOnce: 1,
  ways: ['deploy/nginx'],
  cases: () => [
    ...['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP'].map((header) =>
      steps(
        `another ${header} with each try | 12 wrong passwords for an account | 10 × 400, then 429`,
        async (site) => {
          const { email } = await signUp(site);
          const responses = await repeat(12, () => {
            const address = newAddress();
            const value = header === 'Forwarded' ? `for=${address}` : address;
            return call({ ...site, ...site.another() }, 'POST', '/auth/v1/token?grant_type=password', {
              body: { email, password: WRONG },
              headers: { [header]: value },
            });
          });
          return mustBe(responses, '400 ×10, 429 ×2');
        },
      ),
    ),
    steps(
      'made-up addresses and 45 accounts | 60 wrong passwords for 60 accounts after those | never more than 100 in ten minutes',
      async (site) => {
        const attacker = () => ({ ...site, ...site.another() });
        const responses = await repeat(60, () => guess(attacker(), unknownEmail(), newAddress()));
        return mustBe(responses, '400 ×50, 429 ×10');
      },
    ),
  ],
};
