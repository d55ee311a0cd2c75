import { parseArgs } from 'node:util';
import { NAVIGATIONS, PAGES } from './pages.ts';
import type { MeasuredNavigation, MeasuredPage } from './pages.ts';

const CONTAINERS = ['lean', 'federation-plugin'] as const;
/** What a `remote.json` may say. */
export type Container = (typeof CONTAINERS)[number];

export interface Options {
  rounds: number;
  /** How many a page gets at most, as long as chance could have decided what is said of it. */
  mostRounds: number;
  pages: readonly MeasuredPage[];
  navigations: readonly MeasuredNavigation[];
  navigationRounds: number;
  /** What makes the container of every remote; null: what each of them declares. */
  container: Container | null;
  /** Whether broken promises are only told: a short run says little of speed, and they are about what remotes declare. */
  isReport: boolean;
}

/** Half a second moves by a third from visit to visit: medians of few can be a tenth apart by chance alone. */
const FULL_ROUNDS = 6;
const MOST_ROUNDS = 24;
/** A navigation takes a few frames: its median needs more of them than of visits. */
const NAVIGATIONS_A_ROUND = 3;
const QUICK_PAGES = ['/', '/dashboard'];

/** Reads the words behind `npm run lab -- speed` (docs/speed.md). Throws for an unknown word, page or container. */
export function readOptions(args: string[]): Options {
  const options = {
    rounds: { type: 'string' },
    pages: { type: 'string' },
    quick: { type: 'boolean' },
    container: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args, options });
  const isQuick = values.quick ?? false;
  const rounds = Number(values.rounds ?? (isQuick ? 1 : FULL_ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds must be a number from 1 on`);
  const paths = values.pages?.split(',') ?? (isQuick ? QUICK_PAGES : PAGES.map(({ path }) => path));
  const unknown = paths.filter((path) => !PAGES.some((page) => page.path === path));
  if (unknown.length > 0)
    throw new Error(`--pages: ${unknown.join(', ')} is not among those that are measured`);
  const container = CONTAINERS.find((one) => one === values.container) ?? null;
  if (container === null && values.container !== undefined)
    throw new Error(`--container must be one of ${CONTAINERS.join(', ')}`);
  return {
    rounds,
    mostRounds: values.rounds === undefined && !isQuick ? MOST_ROUNDS : rounds,
    pages: PAGES.filter(({ path }) => paths.includes(path)),
    navigations: NAVIGATIONS.filter(({ from }) => paths.includes(from)),
    navigationRounds: isQuick ? rounds : rounds * NAVIGATIONS_A_ROUND,
    container,
    isReport: isQuick || container !== null,
  };
}
