// The task runner behind `npm start`, `npm test` and the rest. Plain JavaScript: it starts on the machine's own Node.
import { spawn } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { install } from './install.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A tool's own script with Node. Not through a shell, which on Windows would parse the arguments again. */
function tool(name, ...words) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]);
  return ['node', [join(folder, file), ...words]];
}
const node = (file, ...words) => ['node', ['--disable-warning=ExperimentalWarning', file, ...words]];

/** One command each; `extra` are the arguments after `--`. */
const commands = {
  'format:check': () => tool('oxfmt', '--check', '.'),
  format: () => tool('oxfmt', '.'),
  // The linter's rules, and the compiler's errors: decision 001.
  lint: () => tool('oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'),
  budgets: () => node('shared/tooling/bin/budgets.mjs'),
  unit: (extra) => tool('vitest', 'run', '--config', 'shared/tooling/vitest.config.ts', ...extra),
  build: (extra) => node('shared/release/src/build.ts', ...extra),
  start: (extra) => node('shared/release/src/start.ts', ...extra),
  'first release': () => node('shared/release/src/start.ts', '--release-only'),
  databases: () => node('--liftoff-only', 'shared/server/src/testing/process.ts'),
  browser: () => node('e2e/support/chromium.ts'),
  'test site': () => node('shared/release/src/build.ts', 'test-site'),
  serve: () => node('shared/server/src/serve.ts'),
  // The database's engine is compiled quickly and kept small: it serves one person.
  dev: (extra) => node('--liftoff-only', 'shared/release/src/dev/main.ts', ...extra),
  'new-remote': (extra) => node('shared/release/src/newRemote/createRemote.ts', ...extra),
  release: (extra) => node('shared/release/src/cli/main.ts', 'release', ...extra),
  token: (extra) => node('shared/server/src/releases/tokens.ts', ...extra),
  data: (extra) => node('shared/server/src/backup/dataCommand.ts', ...extra),
  store: (extra) => node('shared/release/src/cli/main.ts', ...extra),
  bench: (extra) => node('e2e/bench/main.ts', ...extra),
  playwright: (extra) => node('e2e/run.ts', ...extra),
};

/** Tasks that are not one command of the same name, as a list of commands, or of those that run together. */
const tasks = {
  lint: ['lint', 'budgets'],
  e2e: ['test site', 'playwright'],
  test: ['format:check', ['lint', 'test site', 'databases', 'browser'], 'budgets', 'unit', 'playwright'],
};

/** What this machine has left for tests: how many times slower than two idle cores of 2024 (1 to 8), and how many run at once. */
async function measureMachine() {
  const [start, before] = [performance.now(), process.cpuUsage()];
  // Node computes four at once.
  await Promise.all([1, 2, 3, 4].map(() => promisify(pbkdf2)('', '', 150_000, 64, 'sha512')));
  const [milliseconds, { user, system }] = [performance.now() - start, process.cpuUsage(before)];
  const cores = (user + system) / 1000 / milliseconds;
  // Three keep two cores busy. With less than one, by a quota, two are enough, and steps follow one another.
  return {
    MACHINE_SLOWNESS: Math.min(Math.max(milliseconds / 200, 1), 8).toFixed(1),
    TEST_WORKERS: cores < 1 ? '2' : '3',
  };
}

function run(step, environment, extra) {
  const [command, args] = commands[step](extra);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: environment, stdio: 'inherit' });
    // A terminal sends Ctrl+C to the child as well, a supervisor SIGTERM only to us: the child ends first.
    const pass = (signal) => child.kill(signal);
    process.on('SIGTERM', pass);
    process.on('SIGINT', () => {});
    child.on('error', (error) => {
      console.error(`${step}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', pass);
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 130 : 1));
    });
  });
}

const [task = '', ...extra] = process.argv.slice(2);
const steps = tasks[task] ?? (Object.hasOwn(commands, task) ? [task] : null);
if (!steps) {
  const known = [...Object.keys(tasks), ...Object.keys(commands)].join(', ');
  console.error(`Unknown task '${task}'. Tasks: ${known}`);
  process.exit(1);
}

let environment;
try {
  environment = install(root);
} catch (error) {
  console.error(`Installing failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

if (['test', 'unit', 'e2e'].includes(task)) Object.assign(environment, await measureMachine());
const isReport = task === 'test';

/** Runs a step. Returns its exit code. */
async function perform(step) {
  const start = Date.now();
  if (isReport) console.log(`\n── ${step} ──`);
  const code = await run(step, environment, step === steps.at(-1) ? extra : []);
  const seconds = Math.round((Date.now() - start) / 1000);
  if (isReport) console.log(`── ${step} ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`);
  return code;
}

let passed = 0;
for (const group of Number(environment.TEST_WORKERS) < 3 ? steps.flat() : steps) {
  const codes = await Promise.all([group].flat().map(perform));
  const failed = codes.filter((code) => code !== 0);
  passed += codes.length - failed.length;
  if (isReport && (failed.length > 0 || group === steps.at(-1)))
    console.log(`\nchecks: ${passed} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exit(failed[0]);
}
