import { createHash, randomUUID } from 'node:crypto';
import { must, steps, type Case } from '../cases.ts';
import { inTurn, mustBe, tally } from '../counting.ts';
import { ask, newAddress, newestLink, recover, redeem, signUp, tokenOf } from '../person.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Guesses of what is in the links of mails. */
export const links: readonly Case[] = [
  steps(
    'six digits',
    '40 codes with e-mail and token after a recovery, GET and POST',
    '400 or 404: no such question',
    async (site) => {
      const { email } = await signUp(site);
      const address = newAddress();
      await recover(site, email, address);
      const answers = await inTurn(40, (index) => {
        const token = String(100_000 + index);
        return index % 2 === 0
          ? ask(site, 'POST', '/auth/v1/verify', { body: { email, token, type: 'recovery' }, address })
          : ask(site, 'GET', `/auth/v1/verify?type=recovery&token=${token}&email=${email}`, { address });
      });
      return mustBe(answers, '400 ×20, 404 ×20');
    },
  ),
  steps('tokens of links', '70 made-up token_hash', '60 × 403, then 429', async (site) => {
    const address = newAddress();
    const answers = await inTurn(70, () => redeem(site, randomUUID().replaceAll('-', '').repeat(2), address));
    return mustBe(answers, '403 ×60, 429 ×10');
  }),
  steps(
    'what the database keeps of a token',
    'the hash of a token, and the library’s own hash of e-mail and digits',
    '403',
    async (site) => {
      const { email } = await signUp(site);
      const address = newAddress();
      await recover(site, email, address);
      const token = tokenOf(await newestLink(site, email));
      const tries = [
        hash(token),
        hash(`${email}123456`),
        token.toUpperCase(),
        token.slice(0, -1),
        `${token} `,
      ];
      return mustBe(await inTurn(5, (index) => redeem(site, tries[index] ?? '', address)), '403 ×5');
    },
  ),
  steps('a link twice', 'the token of a mail, twice', '200, then 403', async (site) => {
    const { email } = await signUp(site);
    const address = newAddress();
    await recover(site, email, address);
    const token = tokenOf(await newestLink(site, email));
    const seen = [(await redeem(site, token, address)).status, (await redeem(site, token, address)).status];
    must(seen.join() === '200,403', seen.join());
    return seen.join(', ');
  }),
  steps(
    'a link of another kind',
    'the token of a recovery as signup, email, magiclink, invite, email_change',
    'refused each; the link stays good',
    async (site) => {
      const { email } = await signUp(site);
      const address = newAddress();
      await recover(site, email, address);
      const token = tokenOf(await newestLink(site, email));
      const kinds = ['signup', 'email', 'magiclink', 'invite', 'email_change'];
      const answers = await inTurn(5, (index) => redeem(site, token, address, kinds[index]));
      must(
        answers.every(({ status }) => status === 403),
        tally(answers),
      );
      const { status } = await redeem(site, token, address);
      must(status === 200, `the link was answered ${status}`);
      return tally(answers);
    },
  ),
];
