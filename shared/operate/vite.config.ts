import react from '@vitejs/plugin-react';
import { CSS_TARGET } from '@space/federation/build';
import { defineConfig } from 'vite';

/** The operator's page, which the server serves beside the site: docs/operate-the-site.md. */
export default defineConfig({
  base: '/_operate/',
  plugins: [react()],
  // The page's policy lets no font or picture in that lies in the sheet itself.
  build: {
    target: 'es2022',
    cssTarget: CSS_TARGET,
    assetsInlineLimit: 0,
    license: { fileName: 'assets/licences.md' },
  },
});
