import { CONTRACT_VERSION } from '@space/federation';
import type { Registry } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import type { Plugin } from 'vite';

/** 'planner=http://127.0.0.1:5172,…' → the registry of a site whose remotes are development servers. */
export function developmentRegistry(remotes: string): Registry {
  const releases = remotes
    .split(',')
    .map((pair) => pair.split('='))
    .filter((pair): pair is [string, string] => pair.length === 2)
    .map(([name, origin]) => [
      name,
      {
        version: 'development',
        entry: `${origin}/remoteEntry.js`,
        styles: [],
        preload: [],
        contract: CONTRACT_VERSION,
        shares: SHARES,
      },
    ]);
  return { remotes: Object.fromEntries(releases) };
}

/** What the server of the built site does, for the development server: the backend's key, and the registry. */
export function devSite(): Plugin {
  return {
    name: 'space-dev-site',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll('%SUPABASE_KEY%', process.env['SUPABASE_KEY'] ?? ''),
    configureServer(server) {
      server.middlewares.use('/registry.json', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(developmentRegistry(process.env['DEV_REMOTES'] ?? '')));
      });
    },
  };
}
