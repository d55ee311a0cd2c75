// The task runner behind `npm start`, `npm test` and the rest. Plain JavaScript: it starts on the machine's own Node.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packages = [
  'shell',
  'e2e',
  ...['shared', 'remotes'].flatMap((parent) =>
    readdirSync(`${root}/${parent}`).map((name) => `${parent}/${name}`),
  ),
];

const node = (file, ...words) => ['node', ['--disable-warning=ExperimentalWarning', file, ...words]];

/** The commands with which teams release: docs/operate-the-site.md. */
const RELEASING = [
  'release',
  'rollback',
  'releases',
  'canary',
  'promote',
  'abort',
  'kill',
  'revive',
  'derive',
];

/** One command each; `extra` are the words behind `--`. */
const commands = {
  'format:check': () => ['prettier', ['--check', '--log-level=warn', '.']],
  format: () => ['prettier', ['--write', '--log-level=warn', '.']],
  lint: () => ['oxlint', ['--type-aware', '--deny-warnings', '.']],
  typecheck: () => node('shared/tooling/bin/typecheck.mjs'),
  unit: (extra) => ['vitest', ['run', '--config', 'shared/tooling/vitest.config.ts', ...extra]],
  build: () => node('shared/release/src/build.ts'),
  'build:fresh': () => node('shared/release/src/build.ts', '--fresh'),
  serve: () => node('shared/server/src/main.ts'),
  dev: (extra) =>
    extra.length === 0
      ? node('shared/release/src/dev.ts')
      : node('shared/release/src/devOne/main.ts', ...extra),
  'dev:alone': (extra) => node('shared/release/src/alone/dev.ts', ...extra),
  'build:alone': (extra) => node('shared/release/src/alone/build.ts', ...extra),
  'start:alone': (extra) => node('shared/release/src/alone/start.ts', ...extra),
  'new-remote': (extra) => node('shared/release/src/newRemote/main.ts', ...extra),
  ...Object.fromEntries(
    RELEASING.map((name) => [name, (extra) => node('shared/release/src/cli/main.ts', name, ...extra)]),
  ),
  interleave: (extra) => node('shared/release/tests/interleave/main.ts', ...extra),
  'fresh-clone': () => node('e2e/freshClone.ts'),
  screenshots: (extra) => node('e2e/screenshots.ts', ...extra),
  matrix: (extra) => node('e2e/matrix.ts', ...extra),
  bench: (extra) => node('e2e/bench/speed/run.ts', ...extra),
  'bench:starfield': (extra) => node('e2e/bench/starfield.ts', ...extra),
  'bench:data': (extra) => node('shared/supabase/bench/data.ts', ...extra),
  'bench:planner': (extra) => node('e2e/bench/planner.ts', ...extra),
  faults: (extra) => node('e2e/faults/run.ts', ...extra),
  audit: (extra) => node('e2e/audit.ts', ...extra),
  siege: (extra) => node('shared/server/siege/main.ts', ...extra),
  playwright: (extra) => node('e2e/run.ts', ...extra),
};

/** What a person types → what runs, in this order. */
const tasks = {
  start: ['build', 'serve'],
  dev: ['dev'],
  'dev:alone': ['dev:alone'],
  'build:alone': ['build:alone'],
  'start:alone': ['start:alone'],
  'new-remote': ['new-remote'],
  build: ['build'],
  ...Object.fromEntries(RELEASING.map((name) => [name, [name]])),
  interleave: ['interleave'],
  serve: ['serve'],
  unit: ['unit'],
  e2e: ['build:fresh', 'playwright'],
  'fresh-clone': ['fresh-clone'],
  matrix: ['matrix'],
  screenshots: ['build:fresh', 'screenshots'],
  faults: ['build:fresh', 'faults'],
  bench: ['build:fresh', 'bench'],
  'bench:starfield': ['build:fresh', 'bench:starfield'],
  'bench:data': ['bench:data'],
  'bench:planner': ['build:fresh', 'bench:planner'],
  audit: ['build:fresh', 'audit'],
  siege: ['siege'],
  format: ['format'],
  'format:check': ['format:check'],
  lint: ['lint'],
  typecheck: ['typecheck'],
  validate: ['format:check', 'lint', 'typecheck', 'build:fresh', 'unit'],
  test: ['format:check', 'lint', 'typecheck', 'build:fresh', 'unit', 'playwright'],
};

function run(step, environment, extra) {
  const [command, args] = commands[step](extra);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment, SPACE_PACKAGES: packages.join(' ') },
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    // A terminal sends Ctrl+C to the child as well; a supervisor sends SIGTERM to us alone. Either way the child ends
    // first and we end as it did.
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
const steps = tasks[task];
if (!steps) {
  console.error(`Unknown task '${task}'. Tasks: ${Object.keys(tasks).join(', ')}`);
  process.exit(1);
}

let environment;
try {
  environment = install(root);
} catch (error) {
  console.error(`Installing failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

const isReport = task === 'test' || task === 'validate';
let passed = 0;
for (const step of steps) {
  const start = Date.now();
  if (isReport) console.log(`\n── ${step} ──`);
  const code = await run(step, environment, step === steps.at(-1) ? extra : []);
  if (code !== 0) {
    if (isReport) {
      console.error(`\n'${step}' failed.`);
      console.log(`checks: ${passed} passed, 1 failed`);
    }
    process.exit(code);
  }
  passed += 1;
  if (isReport) console.log(`── ${step} passed in ${Math.round((Date.now() - start) / 1000)} s`);
}
if (isReport) console.log(`\nchecks: ${passed} passed, 0 failed`);
