import { signUp } from '../person.ts';
import { openSite, type Site } from '../site.ts';
import type { Figure } from '../run.ts';
import { measureGuesses } from './guesses.ts';
import { measureLatency } from './latency.ts';
import { measureTimes } from './times.ts';

/** Passwords are hashed at the production cost, not at that of tests. */
const REAL_COST = { LITE_AUTH_BCRYPT_COST: '10' };

/** Measures the promises about a server under attack. Takes whether to measure less, and a callback for each figure. */
export async function measure(isQuick: boolean, report: (figure: Figure) => void): Promise<void> {
  const each: [boolean, (site: Site) => Promise<Figure[]>][] = [
    [true, (site) => measureGuesses(site, isQuick ? 5000 : 100_000)],
    [true, (site) => measureLatency(site, isQuick ? 10_000 : 30_000)],
    [false, async (site) => measureTimes(site, (await signUp(site)).email, isQuick ? 20 : 200)],
  ];
  for (const [limits, act] of each) {
    const site = await openSite('HTTP/1.1', limits, REAL_COST);
    try {
      for (const figure of await act(site)) report(figure);
    } finally {
      await site.close();
    }
  }
}
