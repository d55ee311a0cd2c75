import { parseArgs } from 'node:util';
import { startPostgres } from '@space/server/testing/postgres';
import { runCost } from './cost.ts';
import { runCurve } from './curve.ts';
import { runKills } from './kills.ts';
import { runRolling } from './rolling.ts';
import { runSuites } from './suites.ts';

// `npm run lab -- postgres`: servers on a PostgreSQL (decision 049) that is started in a new folder. `--only suites,kills`
// runs only these parts, `--runs 10` only ten kills. POSTGRES_PATH: the folder with the programs of another version.

const { values } = parseArgs({
  options: { only: { type: 'string' }, runs: { type: 'string', default: '100' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a number from 1 on');
const RESTARTS = 5;

const PARTS = [
  { name: 'suites', isDurable: false, run: runSuites },
  { name: 'kills', isDurable: true, run: (postgres: Postgres) => runKills(postgres, runs) },
  { name: 'rolling', isDurable: true, run: (postgres: Postgres) => runRolling(postgres, RESTARTS) },
  { name: 'cost', isDurable: true, run: runCost },
  { name: 'curve', isDurable: true, run: runCurve },
];
type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const selected = values.only?.split(',');
const unknown = selected?.find((name) => !PARTS.some((part) => part.name === name));
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}: ${PARTS.map(({ name }) => name).join(', ')}`);

for (const { name, isDurable, run } of PARTS.filter((part) => selected?.includes(part.name) ?? true)) {
  const postgres = await startPostgres({ isDurable });
  console.log(`\n${name}, on PostgreSQL ${postgres.version}`);
  try {
    const isKept = await run(postgres);
    console.log(isKept ? `✓ ${name}` : `✗ ${name}`);
    if (!isKept) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}
process.exit();
