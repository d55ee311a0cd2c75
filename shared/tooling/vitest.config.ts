import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TESTS = ['**/*.test.{ts,tsx}'];
const NOT_OURS = ['**/node_modules/**', '**/dist*/**', '**/.space/**', '**/template/**'];

/** Tests that need a document, and those of the shell, whose modules hold the state of one page: a context per file. */
const ALONE = ['remotes/*/src/**/*.test.tsx', 'shell/src/**/*.test.ts', 'shared/platform/src/online.test.ts'];

/** The tests that take longest, the longest last. They start first, so that all workers end together. */
const LONG = 'twoTeams kills durability links network releaseSource ownRepository attacks data'.split(' ');
const rank = ({ moduleId }: TestSpecification) => LONG.indexOf(basename(moduleId, '.test.ts'));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(other) - rank(one));
  }
}

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    // The repository's tests, or those of the package in which vitest is started.
    dir: process.cwd(),
    environment: 'node',
    pool: 'forks',
    // On a small machine the default is one, though most tests wait for a server. See bin/run.mjs.
    maxWorkers: Number(process.env['TEST_WORKERS'] ?? 3),
    execArgv: ['--liftoff-only', '--wasm-lazy-validation'],
    setupFiles: [fileURLToPath(new URL('./testSetup.ts', import.meta.url))],
    // Integration tests start the real backend and compilers: minutes with a third of a processor, beside other tests.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    exclude: NOT_OURS,
    projects: [
      // Code that runs for seconds is optimized for longer than that saves.
      { extends: true, test: { name: 'alone', pool: 'vmForks', include: ALONE, execArgv: ['--no-opt'] } },
      // A process runs several files: loading the database's engine takes longer than most of them.
      { extends: true, test: { name: 'together', include: TESTS, exclude: ALONE, isolate: false } },
    ],
  },
});
