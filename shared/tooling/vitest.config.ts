import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    // The repository's tests, or those of the package in which vitest is started.
    dir: process.cwd(),
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist*/**', '**/.space/**', '**/template/**'],
    environment: 'node',
    pool: 'forks',
    // One less than there are cores is the default: one alone on a small machine, though most tests wait for a server.
    maxWorkers: 2,
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
