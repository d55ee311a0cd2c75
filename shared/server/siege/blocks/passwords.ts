import { randomUUID } from 'node:crypto';
import { must, steps, type Case } from '../cases.ts';
import { guess, inTurn, mustBe, tally } from '../counting.ts';
import { newAddress, signIn, signUp } from '../person.ts';

/** Guesses of passwords. */
export const passwords: readonly Case[] = [
  steps(
    'the eleventh wrong password',
    '12 wrong passwords for an account',
    '10 × 400, then 429 with Retry-After',
    async (site) => {
      const { email } = await signUp(site);
      const address = newAddress();
      return mustBe(await inTurn(12, () => guess(site, email, address)), '400 ×10, 429 ×2');
    },
  ),
  steps(
    'the eleventh for no account',
    '12 wrong passwords for an unknown address',
    'as for an account',
    async (site) => {
      const [email, address] = [`${randomUUID()}@example.com`, newAddress()];
      return mustBe(await inTurn(12, () => guess(site, email, address)), '400 ×10, 429 ×2');
    },
  ),
  steps(
    'in capitals and with spaces',
    '12 wrong passwords, the address written in four ways',
    'one account, one count',
    async (site) => {
      const { email } = await signUp(site);
      const address = newAddress();
      const forms = [email, email.toUpperCase(), ` ${email}`, `${email} `];
      return mustBe(
        await inTurn(12, (index) => guess(site, forms[index % 4] ?? '', address)),
        '400 ×10, 429 ×2',
      );
    },
  ),
  steps('32 at once', '32 wrong passwords at the same time', 'no more than 10 are tried', async (site) => {
    const { email } = await signUp(site);
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 32 }, () => guess(site, email, address)));
    const tried = answers.filter(({ status }) => status === 400).length;
    must(tried <= 10 && answers.every(({ status }) => [400, 429, 503].includes(status)), tally(answers));
    return 'no more than 10';
  }),
  steps(
    'the right one after ten wrong ones',
    'the right password from the same address',
    '429: it says nothing',
    async (site) => {
      const made = await signUp(site);
      const address = newAddress();
      await inTurn(10, () => guess(site, made.email, address));
      return mustBe([(await signIn(site, { ...made, address })).answer], '429 ×1');
    },
  ),
  steps(
    'the owner elsewhere',
    'after 60 wrong passwords from 6 addresses the owner signs in where they did before',
    '200',
    async (site) => {
      const made = await signUp(site);
      await signIn(site, made);
      const seen = tally(
        (
          await Promise.all(
            Array.from({ length: 6 }, () => newAddress()).map((address) =>
              inTurn(10, () => guess(site, made.email, address)),
            ),
          )
        ).flat(),
      );
      must(seen === '400 ×50, 429 ×10', `the guesses: ${seen}`);
      const { answer } = await signIn(site, made);
      must(answer.status === 200, `the owner was answered ${answer.status}`);
      // From a new address the right password waits, too: an answer would tell which guess was right.
      const elsewhere = await signIn(site, { ...made, address: newAddress() });
      must(
        elsewhere.answer.status === 429,
        `the owner at a new address was answered ${elsewhere.answer.status}`,
      );
      return String(answer.status);
    },
  ),
  steps(
    'many accounts from one address',
    '110 wrong passwords for 110 accounts',
    '100 × 400, then 429',
    async (site) => {
      const address = newAddress();
      return mustBe(
        await inTurn(110, () => guess(site, `${randomUUID()}@example.com`, address)),
        '400 ×100, 429 ×10',
      );
    },
  ),
  steps('right passwords do not count', '15 sign-ins of one person', '200 each', async (site) => {
    const made = await signUp(site);
    return mustBe(await inTurn(15, async () => (await signIn(site, made)).answer), '200 ×15');
  }),
];
