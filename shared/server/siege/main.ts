import { parseArgs } from 'node:util';
import { BLOCKS } from './blocks.ts';
import { measure } from './measures/measure.ts';
import { writeTable } from './report.ts';
import { runWay, type Figure, type Result } from './run.ts';
import { WAYS } from './site.ts';

// `npm run lab -- siege` runs every attack on every way to a server, measures the promises about time and memory, and writes
// docs/attack-table.md. `--quick` measures less; `--only keys,load` and `--way HTTP/2` run a part and write nothing.

const { values } = parseArgs({
  options: { only: { type: 'string' }, way: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const names = values.only?.split(',');
const blocks = BLOCKS.filter(({ name }) => names?.includes(name) ?? true);
const ways = WAYS.filter((way) => values.way?.split(',').includes(way) ?? true);

const results: Result[] = [];
for (const way of blocks.length > 0 ? ways : []) {
  console.log(`\n${way}`);
  const start = performance.now();
  await runWay(way, blocks, (result) => {
    results.push(result);
    if (result.fault !== null) console.log(`  FAILED ${result.block}: ${result.name}: ${result.fault}`);
  });
  const own = results.filter((result) => result.way === way);
  console.log(`  ${own.length} cases in ${Math.round((performance.now() - start) / 1000)} s`);
}

const figures: Figure[] = [];
if ((names?.includes('measures') ?? true) && values.way === undefined) {
  console.log('\nMeasured');
  await measure(values.quick, (figure) => {
    figures.push(figure);
    console.log(`  ${figure.holds ? 'holds ' : 'FAILED'} ${figure.name}: ${figure.measured}`);
  });
}

if (names === undefined && values.way === undefined) writeTable(results, figures);
const failed = [...results.filter(({ fault }) => fault !== null), ...figures.filter(({ holds }) => !holds)]
  .length;
console.log(`\n${results.length + figures.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
