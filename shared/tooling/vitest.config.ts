import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: [
      '{shared,remotes}/*/{src,tests,lint}/**/*.test.{ts,tsx}',
      'shell/{src,tests}/**/*.test.{ts,tsx}',
      'e2e/bench/**/*.test.ts',
    ],
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
  },
});
