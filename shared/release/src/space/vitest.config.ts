import { defineConfig } from 'vitest/config';

// The default test configuration of a remote in its own repository; it does not load the remote's Vite plugins.
export default defineConfig({
  test: {
    include: ['{src,tests}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // A contract test loads every page, which is slow on a busy machine that builds at the same time.
    testTimeout: 90_000,
    // Modules of @space/ui import style sheets, which Node cannot load.
    server: { deps: { inline: [/\/@space\//] } },
  },
});
