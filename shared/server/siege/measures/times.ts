import { randomUUID } from 'node:crypto';
import { REQUESTS_BY_NAME } from '../blocks/accounts.ts';
import type { Api } from '../person.ts';
import type { Figure } from '../run.ts';
import { quantile } from './hammer.ts';

const TIMED_REQUESTS = {
  'a sign-in': REQUESTS_BY_NAME['a sign-in'],
  'a sign-up with confirmation': REQUESTS_BY_NAME['a sign-up'],
  'a mail for a new password': REQUESTS_BY_NAME['a mail for a new password'],
  'a mail to confirm again': REQUESTS_BY_NAME['a mail to confirm again'],
};

/**
 * Promise 4: requests take equally long for an address with an account and for one without. Takes the site, the address of
 * an account, the number of requests, and a text for the names of the figures.
 */
export async function measureTimes(site: Api, email: string, tries: number, about = ''): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, send] of Object.entries(TIMED_REQUESTS)) {
    const known: number[] = [];
    const unknown: number[] = [];
    const worker = async () => {
      while (unknown.length < tries) {
        for (const [times, address] of [
          [known, email],
          [unknown, `${randomUUID()}@example.com`],
        ] as const) {
          const start = performance.now();
          await send(site, address);
          times.push(performance.now() - start);
        }
      }
    };
    // A sign-in is limited by the processor; the other requests mostly wait.
    await Promise.all(Array.from({ length: name === 'a sign-in' ? 1 : 4 }, worker));
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
