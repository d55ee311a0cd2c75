import { federation } from '@module-federation/vite';
import { insideShell, remotePreset, sharedByShell } from '@space/federation/preset';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import remote from './remote.json' with { type: 'json' };

// As the README of @module-federation/vite has it, for development and releases alike. `remotePreset` adds what every
// remote of this site keeps to: addresses, class names, one style sheet, the notes for its release.
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
