import { randomBytes } from 'node:crypto';
import { call, newestLink, recover, signIn, signUp, tokenOf, redeem, newAddress } from '../person.ts';
import type { Site } from '../site.ts';
import { hammer, formatCounts, type Post } from './hammer.ts';
import type { Figure } from '../run.ts';

const CLIENTS = 256;
const ADDRESSES = 1000;

/** Promise 2: a large number of guesses of a password, a six-digit code or a link's token does not succeed. */
export async function measureGuesses(site: Site, guesses: number): Promise<Figure[]> {
  const { origin, publishableKey } = site;
  const owner = await signUp(site);
  await signIn(site, owner);
  await recover(site, owner.email, newAddress());
  const token = tokenOf(await newestLink(site, owner.email));
  const headers = { apikey: publishableKey };
  // None of these addresses belongs to a user of person.ts.
  const from = (index: number) => {
    const number = index % ADDRESSES;
    return { ...headers, 'X-Forwarded-For': `198.19.${Math.floor(number / 250)}.${number % 250}` };
  };
  const kinds: Record<string, Post> = {
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
  for (const [kind, postOf] of Object.entries(kinds)) {
    const start = performance.now();
    const counts = await hammer(origin, CLIENTS, postOf, (index) => index < guesses);
    const seconds = (performance.now() - start) / 1000;
    const tried = kind === 'passwords' ? (counts[400] ?? 0) : 0;
    const isSafe = counts[200] === undefined && tried <= 50;
    figures.push({
      name: `${guesses.toLocaleString('en')} guesses of ${kind} from ${ADDRESSES.toLocaleString('en')} addresses`,
      promise: kind === 'passwords' ? 'none right, at most 50 of them tried' : 'none right',
      measured: `${formatCounts(counts)}, in ${Math.round(seconds)} s`,
      holds: isSafe,
    });
  }
  const { response } = await signIn(site, owner);
  const link = await redeem(site, token, newAddress());
  const user = await call(site, 'GET', '/auth/v1/user', { token: owner.token });
  figures.push({
    name: 'the owner afterwards',
    promise: 'signs in where they did before; the link is good; the session goes on',
    measured: `${response.status}, ${link.status}, ${user.status}`,
    holds: [response, link, user].every(({ status }) => status === 200),
  });
  return figures;
}
