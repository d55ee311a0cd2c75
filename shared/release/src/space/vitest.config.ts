import { defineConfig } from 'vitest/config';

// The default test configuration of a remote in its own repository; it does not load the remote's Vite plugins.
export default defineConfig({
  test: {
    include: ['{src,tests}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Modules of @space/ui import style sheets, which Node cannot load.
    server: { deps: { inline: [/\/@space\//] } },
  },
});
