import { randomUUID } from 'node:crypto';
import type { Answer } from '../answer.ts';
import { ask, PASSWORD, signUp, type Door } from '../person.ts';
import type { Site } from '../site.ts';
import type { Figure } from './figure.ts';
import { quantile } from './hammer.ts';

const QUESTIONS: Readonly<Record<string, (door: Door, email: string) => Promise<Answer>>> = {
  'a sign-in': (door, email) =>
    ask(door, 'POST', '/auth/v1/token?grant_type=password', { body: { email, password: 'Wrong pass 1' } }),
  'a sign-up with confirmation': (door, email) =>
    ask(door, 'POST', '/auth/v1/signup', { body: { email, password: PASSWORD } }),
  'a mail for a new password': (door, email) => ask(door, 'POST', '/auth/v1/recover', { body: { email } }),
  'a mail to confirm again': (door, email) =>
    ask(door, 'POST', '/auth/v1/resend', { body: { email, type: 'signup' } }),
};

/** Promise 4: how long questions take for an address with an account and for one without, in turn. */
export async function measureTimes(site: Site, tries: number): Promise<Figure[]> {
  const { email } = await signUp(site);
  const figures: Figure[] = [];
  for (const [name, question] of Object.entries(QUESTIONS)) {
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
      name: `${name}, ${tries} times each`,
      promise: 'medians that differ by less than 10 %',
      measured: `${one.toFixed(1)} ms known, ${other.toFixed(1)} ms unknown (${(difference * 100).toFixed(1)} %)`,
      holds: difference < 0.1,
    });
  }
  return figures;
}
