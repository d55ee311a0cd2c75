import { parseArgs } from 'node:util';
import { NAVIGATIONS, PAGES } from './pages.ts';
import type { MeasuredNavigation, MeasuredPage } from './pages.ts';

/** What a run measures. */
export interface Options {
  rounds: number;
  /** How many a page gets at most, as long as chance could have decided what is said of it. */
  mostRounds: number;
  pages: readonly MeasuredPage[];
  navigations: readonly MeasuredNavigation[];
  navigationRounds: number;
  /** Whether broken promises are only told: a short run says that the bench works, and little of speed. */
  isReport: boolean;
}

/** Half a second moves by a third from visit to visit: medians of few can be a tenth apart by chance alone. */
const FULL_ROUNDS = 6;
const MOST_ROUNDS = 24;
const QUICK_ROUNDS = 1;
/** A navigation takes a few frames: its median needs more of them than of visits. */
const NAVIGATIONS_A_ROUND = 3;
const QUICK_PAGES = ['/', '/dashboard'];

/**
 * Reads the words behind `npm run lab -- speed`: `--rounds 7` (for every page, undecided or not), `--pages /,/auth` (with
 * their navigations: those that start there), `--quick` (little of both, and promises are not judged). Throws for an unknown word or page.
 */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: 'string' },
      pages: { type: 'string' },
      quick: { type: 'boolean' },
    },
  });
  const isQuick = values.quick ?? false;
  const rounds = Number(values.rounds ?? (isQuick ? QUICK_ROUNDS : FULL_ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds must be a number from 1 on`);
  const paths = values.pages?.split(',') ?? (isQuick ? QUICK_PAGES : PAGES.map(({ path }) => path));
  const unknown = paths.filter((path) => !PAGES.some((page) => page.path === path));
  if (unknown.length > 0)
    throw new Error(`--pages: ${unknown.join(', ')} is not among those that are measured`);
  const isFull = values.rounds === undefined && !isQuick;
  return {
    rounds,
    mostRounds: isFull ? MOST_ROUNDS : rounds,
    pages: PAGES.filter(({ path }) => paths.includes(path)),
    navigations: NAVIGATIONS.filter(({ from }) => paths.includes(from)),
    navigationRounds: isQuick ? rounds : rounds * NAVIGATIONS_A_ROUND,
    isReport: isQuick,
  };
}
