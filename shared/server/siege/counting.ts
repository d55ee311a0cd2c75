import type { Answer } from './answer.ts';
import { must } from './cases.ts';
import { signIn, type Door } from './person.ts';

/** A password of no account. */
export const WRONG = 'Wrong pass 1';

/** Tries a wrong password. */
export const guess = async (door: Door, email: string, address: string): Promise<Answer> =>
  (await signIn(door, { email, password: WRONG, address })).answer;

/** The statuses of answers, each with how often it came: '400 ×10, 429 ×2'. */
export function tally(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status} ×${count}`)
    .join(', ');
}

/** Does something several times, one after the other. */
export async function inTurn(times: number, act: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = [];
  for (let index = 0; index < times; index += 1) answers.push(await act(index));
  return answers;
}

/** Ends a case as failed unless answers came as often as expected, each 429 with the time to wait. Returns what was seen. */
export function mustBe(answers: readonly Answer[], expected: string): string {
  const seen = tally(answers);
  must(seen === expected, `answered ${seen} instead of ${expected}`);
  const refused = answers.filter(({ status }) => status === 429);
  must(
    refused.every(
      ({ headers, body }) => Number(headers['retry-after']) > 0 && /Please try again in \d+ /.test(body),
    ),
    'a 429 says not when to try again',
  );
  return seen;
}
