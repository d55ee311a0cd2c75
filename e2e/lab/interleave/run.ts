import { parseArgs } from 'node:util';
import { interleaveMany } from './interleaving.ts';

// `npm run lab -- interleave`: teams change remotes at the same time, and some of their processes are killed; nothing that
// was acknowledged may be lost. `--runs 1 --seed <seed>` repeats the random choices of one run.

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = Number(values.runs ?? 200);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const start = performance.now();

console.log(`${runs} interleavings, seed ${seed}`);
const { acknowledged, refused, kills, reads } = await interleaveMany(seed, runs, (done) => {
  if (done % 50 === 0) console.log(`  ${done} done`);
});
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(
  `Nothing was lost and every page was consistent: ${acknowledged} moves acknowledged, ${refused} refused, ` +
    `${kills} processes killed, ${reads} pages read, in ${seconds} s.`,
);
