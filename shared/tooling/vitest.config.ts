import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const TESTS = ['**/*.test.{ts,tsx}'];
const NOT_OURS = ['**/node_modules/**', '**/dist*/**', '**/.space/**', '**/template/**'];

/** Modules without a server or a document: a fresh process for each file takes longer than the tests in it. */
const PURE = ['shared/{domain,federation,store}/src/**/*.test.ts', 'remotes/*/src/**/*.test.ts'];

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    // The repository's tests, or those of the package in which vitest is started.
    dir: process.cwd(),
    environment: 'node',
    pool: 'forks',
    // One less than there are cores is the default: one alone on a small machine, though most tests wait for a server. The
    // third one works while two of them wait.
    maxWorkers: 3,
    // Servers that live for a file: their engine is compiled once, quickly.
    execArgv: ['--liftoff-only'],
    setupFiles: [fileURLToPath(new URL('./failOnConsole.ts', import.meta.url))],
    // Integration tests start the real backend, whose first boot takes seconds on a busy machine.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: NOT_OURS, isolate: false } },
      { extends: true, test: { name: 'whole', include: TESTS, exclude: [...NOT_OURS, ...PURE] } },
    ],
  },
});
