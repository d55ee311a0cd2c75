import { defineConfig } from 'vitest/config';

// For a remote in a repository of its own that has no vitest.config of its own: its tests, without the plugins that build it.
export default defineConfig({
  test: {
    include: ['{src,tests}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // A contract test loads every page: on a busy machine, beside a build, that takes its time.
    testTimeout: 90_000,
    // Parts of @space/ui import style sheets, which Node does not know.
    server: { deps: { inline: [/\/@space\//] } },
  },
});
