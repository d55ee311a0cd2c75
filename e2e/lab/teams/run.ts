import { parseArgs } from 'node:util';
import { runTeams } from './teams.ts';

// `npm run lab -- teams`: five teams and an operator release, break, damage, kill and restart at random, and no remote is
// changed by any but its own team. Three teams release over the network; the token of one is withdrawn half-way. `--steps` and `--minutes` say how long, `--seed` repeats what is drawn.

const { values } = parseArgs({
  options: { seed: { type: 'string' }, steps: { type: 'string' }, minutes: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 100_000));
const minutes = Number(values.minutes ?? Infinity);
const steps = Number(values.steps ?? (values.minutes === undefined ? 500 : Infinity));
const start = performance.now();

console.log(`Five teams and an operator, seed ${seed}`);
const told = await runTeams({
  seed,
  steps,
  longest: minutes * 60_000,
  tell: (step) => {
    if (step % 50 === 0) console.log(`  ${step} steps done`);
  },
});
const row = (cells: readonly (string | number)[]) =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(34) : String(cell).padStart(8))).join('');
console.log(row(['act', 'done', 'refused', 'killed']));
for (const [kind, { done, refused, killed }] of [...told.counts].sort(([one], [other]) =>
  one.localeCompare(other),
))
  console.log(row([kind, done, refused, killed]));
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(
  `0 exceptions in ${told.steps} steps: ${told.checks} questions were answered rightly, in ${seconds} s.`,
);
