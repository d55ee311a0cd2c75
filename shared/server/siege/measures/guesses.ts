import { randomBytes } from 'node:crypto';
import { ask, newestLink, recover, signIn, signUp, tokenOf, redeem, newAddress } from '../person.ts';
import type { Site } from '../site.ts';
import { hammer, wordsOf, type Shot } from './hammer.ts';
import type { Figure } from '../run.ts';

const CLIENTS = 256;
const ADDRESSES = 1000;

/** Promise 2: so many guesses of a password, of six digits and of a link's token gain nothing. */
export async function measureGuesses(site: Site, guesses: number): Promise<Figure[]> {
  const { origin, publishableKey } = site;
  const owner = await signUp(site);
  await signIn(site, owner);
  await recover(site, owner.email, newAddress());
  const token = tokenOf(await newestLink(site, owner.email));
  const headers = { apikey: publishableKey };
  // Other addresses than those of people (person.ts).
  const from = (index: number) => {
    const number = index % ADDRESSES;
    return { ...headers, 'X-Forwarded-For': `198.19.${Math.floor(number / 250)}.${number % 250}` };
  };
  const kinds: Record<string, Shot> = {
    passwords: (index) => ({
      path: '/auth/v1/token?grant_type=password',
      headers: from(index),
      body: JSON.stringify({ email: owner.email, password: `guess number ${index}` }),
    }),
    'codes of six digits': (index) => ({
      path: '/auth/v1/verify',
      headers: from(index),
      body: JSON.stringify({ email: owner.email, token: String(index).padStart(6, '0'), type: 'recovery' }),
    }),
    'tokens of links': (index) => ({
      path: '/auth/v1/verify',
      headers: from(index),
      body: JSON.stringify({ token_hash: randomBytes(32).toString('hex'), type: 'recovery' }),
    }),
  };
  const figures: Figure[] = [];
  for (const [kind, shot] of Object.entries(kinds)) {
    const start = performance.now();
    const counts = await hammer(origin, CLIENTS, shot, (index) => index < guesses);
    const seconds = (performance.now() - start) / 1000;
    const tried = kind === 'passwords' ? (counts[400] ?? 0) : 0;
    const isSafe = counts[200] === undefined && tried <= 50;
    figures.push({
      name: `${guesses.toLocaleString('en')} guesses of ${kind} from ${ADDRESSES.toLocaleString('en')} addresses`,
      promise: kind === 'passwords' ? 'none right, at most 50 of them tried' : 'none right',
      measured: `${wordsOf(counts)}, in ${Math.round(seconds)} s`,
      holds: isSafe,
    });
  }
  const { answer } = await signIn(site, owner);
  const link = await redeem(site, token, newAddress());
  const user = await ask(site, 'GET', '/auth/v1/user', { token: owner.token });
  figures.push({
    name: 'the owner afterwards',
    promise: 'signs in where they did before; the link is good; the session goes on',
    measured: `${answer.status}, ${link.status}, ${user.status}`,
    holds: [answer, link, user].every(({ status }) => status === 200),
  });
  return figures;
}
