import { federation } from '@module-federation/vite';
import { insideShell, remotePreset, sharedByShell } from '@space/federation/preset';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import remote from './remote.json' with { type: 'json' };

// The setup of the README of @module-federation/vite, for development and releases alike. `remotePreset` adds what every
// remote of this site needs: URLs, class names, one style sheet, and the data about the build that its release contains.
export default defineConfig(({ command }) => ({
  plugins: [
    remotePreset(remote),
    react(),
    federation({
      name: 'retro',
      filename: 'remoteEntry.js',
      exposes: { './routes': './src/routes.tsx' },
      shared: sharedByShell(command),
      ...insideShell,
    }),
  ],
}));
