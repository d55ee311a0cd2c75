import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['../tooling/failOnConsole.ts'],
    // Integration tests start the real backend: seconds on a calm machine, several times that on a busy one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
