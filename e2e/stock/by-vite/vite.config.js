import { federation } from '@module-federation/vite';
import { defineConfig } from 'vite';

const fromShell = { singleton: true, import: false };

export default defineConfig({
  base: './',
  build: { target: 'es2022', rolldownOptions: { input: 'src/routes.js' } },
  plugins: [
    federation({
      name: 'by-vite',
      filename: 'remoteEntry.js',
      manifest: true,
      dts: false,
      exposes: { './routes': './src/routes.js' },
      shared: {
        react: { ...fromShell, requiredVersion: '^19.0.0' },
        'react/jsx-runtime': { ...fromShell, requiredVersion: '*' },
        '@space/platform': { ...fromShell, requiredVersion: '~2.0.0 || ^2.1.0' },
      },
    }),
  ],
});
