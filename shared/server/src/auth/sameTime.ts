import { setTimeout as wait } from 'node:timers/promises';

/** Longer than any of the answers takes on a quiet machine. */
const LEAST_MILLISECONDS = 350;

/** Answers after a fixed time at the earliest, which reveals nothing of accounts (rule account-secrecy). */
export async function takeTheSameTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + LEAST_MILLISECONDS;
  const answer = await work();
  await wait(Math.max(0, end - performance.now()));
  return answer;
}
