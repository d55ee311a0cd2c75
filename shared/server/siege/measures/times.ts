import { randomUUID } from 'node:crypto';
import { QUESTIONS } from '../blocks/accounts.ts';
import type { Door } from '../person.ts';
import type { Figure } from '../run.ts';
import { quantile } from './hammer.ts';

const ASKED = {
  'a sign-in': QUESTIONS['a sign-in'],
  'a sign-up with confirmation': QUESTIONS['a sign-up'],
  'a mail for a new password': QUESTIONS['a mail for a new password'],
  'a mail to confirm again': QUESTIONS['a mail to confirm again'],
};

/**
 * Promise 4: how long questions take for an address with an account and for one without, in turn. Takes the site, whose account
 * it is, how often, and what is said of it.
 */
export async function measureTimes(site: Door, email: string, tries: number, about = ''): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, question] of Object.entries(ASKED)) {
    const known: number[] = [];
    const unknown: number[] = [];
    const lane = async () => {
      while (unknown.length < tries) {
        for (const [times, address] of [
          [known, email],
          [unknown, `${randomUUID()}@example.com`],
        ] as const) {
          const start = performance.now();
          await question(site, address);
          times.push(performance.now() - start);
        }
      }
    };
    // A sign-in takes the processor; the others mostly wait.
    await Promise.all(Array.from({ length: name === 'a sign-in' ? 1 : 4 }, lane));
    const [one, other] = [quantile(known, 0.5), quantile(unknown, 0.5)];
    const difference = Math.abs(one - other) / Math.min(one, other);
    figures.push({
      name: `${name}${about}, ${tries} times each`,
      promise: 'medians that differ by less than 10 %',
      measured: `${one.toFixed(1)} ms known, ${other.toFixed(1)} ms unknown (${(difference * 100).toFixed(1)} %)`,
      holds: difference < 0.1,
    });
  }
  return figures;
}
