import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Databases and child processes: seconds on a calm machine, several times that on a busy one.
  test: { testTimeout: 120_000, hookTimeout: 120_000 },
});
