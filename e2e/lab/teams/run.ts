import { parseArgs } from 'node:util';
import { runTeams } from './teams.ts';

// `npm run lab -- teams`: five teams and an operator act at random; only its own team may change a remote. Three teams use
// the network; one token is withdrawn half-way. `--steps`, `--minutes`: the length; `--seed` repeats a run.

const { values } = parseArgs({
  options: { seed: { type: 'string' }, steps: { type: 'string' }, minutes: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 100_000));
const minutes = Number(values.minutes ?? Infinity);
const steps = Number(values.steps ?? (values.minutes === undefined ? 500 : Infinity));
const start = performance.now();

console.log(`Five teams and an operator, seed ${seed}`);
const totals = await runTeams({
  seed,
  steps,
  maxMilliseconds: minutes * 60_000,
  onProgress: (step) => {
    if (step % 50 === 0) console.log(`  ${step} steps done`);
  },
});
const row = (cells: readonly (string | number)[]) =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(34) : String(cell).padStart(8))).join('');
console.log(row(['act', 'done', 'refused', 'killed']));
for (const [kind, { done, refused, killed }] of [...totals.counts].sort(([one], [other]) =>
  one.localeCompare(other),
))
  console.log(row([kind, done, refused, killed]));
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(
  `0 exceptions in ${totals.steps} steps: ${totals.checks} questions were answered rightly, in ${seconds} s.`,
);
