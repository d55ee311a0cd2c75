import { REGISTRY_ELEMENT } from '@space/federation';
import type { Registry, RemoteState } from '@space/federation';
import { developmentRelease } from '@space/federation/developmentRelease';
import type { Plugin } from 'vite';

/** What development knows of a remote: its declaration, with the origin of its development server. */
export interface DevelopmentRemote extends Pick<RemoteState, 'title' | 'pages'> {
  name: string;
  origin: string;
}

/** The registry of a site whose remotes are development servers. */
export function developmentRegistry(remotes: readonly DevelopmentRemote[]): Registry {
  const states = remotes.map(({ name, origin, title, pages }): [string, RemoteState] => [
    name,
    {
      title,
      pages,
      live: developmentRelease(origin),
      previous: null,
      canary: null,
      disabled: null,
    },
  ]);
  return { shell: 'development', remotes: Object.fromEntries(states), overrideOrigins: [] };
}

/**
 * What the server and the derived pages of the built site do, for the development server: the backend's key, the registry.
 */
export function devSite(): Plugin {
  // Set by `npm run dev`.
  const remotes = JSON.parse(process.env['DEV_REMOTES'] ?? '[]') as DevelopmentRemote[];
  const registry = JSON.stringify(developmentRegistry(remotes));
  return {
    name: 'space-dev-site',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('%SUPABASE_KEY%', process.env['SUPABASE_KEY'] ?? '')
        .replace(
          '<!-- registry -->',
          () => `<script type="application/json" id="${REGISTRY_ELEMENT}">${registry}</script>`,
        ),
    configureServer(server) {
      server.middlewares.use('/registry.json', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(registry);
      });
    },
  };
}
