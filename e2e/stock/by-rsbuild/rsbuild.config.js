import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

const fromShell = { singleton: true, import: false };

export default defineConfig({
  output: { module: true, assetPrefix: 'auto' },
  plugins: [
    pluginReact(),
    pluginModuleFederation({
      name: 'by-rsbuild',
      filename: 'remoteEntry.js',
      library: { type: 'module' },
      dts: false,
      exposes: { './routes': './src/routes.js' },
      shared: {
        react: { ...fromShell, requiredVersion: '^19.0.0' },
        'react/jsx-runtime': { ...fromShell, requiredVersion: '^19.0.0' },
        '@space/platform': { ...fromShell, requiredVersion: '^2.0.0' },
      },
    }),
  ],
});
