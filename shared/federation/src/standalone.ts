import type { ServerResponse } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Connect, InlineConfig, Plugin } from 'vite';
import { fontLicences } from './fontLicences.ts';
import { OUR_PACKAGES } from './ourPackages.ts';
import { WORKER_SETTINGS, remoteWorkers } from './remoteWorkers.ts';
import { CSS_TARGET, scopedName } from './styles.ts';
import { withoutReactDom } from './withoutReactDom.ts';

interface StandaloneOptions {
  /** The remote's name. */
  name: string;
  /** Its folder, absolute. */
  root: string;
}

/** The entry of @space/standalone, as resolved from the remote's folder. */
const hostOf = (root: string) => createRequire(join(root, 'package.json')).resolve('@space/standalone');

const ICON = 'favicon.svg';
/** The page's icon, served from here because `public/` is the remote's own. */
const iconOf = (root: string) => readFileSync(join(dirname(hostOf(root)), '..', 'public', ICON), 'utf8');

/** The document and the first module of a remote's own site. The server fills in the backend's address and key. */
const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Better Space</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supabase-url" content="/" />
    <meta name="supabase-key" content="%SUPABASE_KEY%" />
    <meta name="calendar-feed" content="/calendar" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  </head>
  <body>
    <div id="root"></div>
    <script type="module">
      import { startStandalone } from '@space/standalone';
      import declaration from '/remote.json';
      import * as exposed from '/src/routes.tsx';

      startStandalone({ exposed, declaration });
    </script>
  </body>
</html>
`;

const isPage = ({ method, headers, url = '/' }: Connect.IncomingMessage) =>
  method === 'GET' &&
  (headers.accept ?? '').includes('text/html') &&
  !/\.[A-Za-z0-9]+$/.test(url.split('?', 1)[0] ?? '');

/** Provides the HTML document: in builds and, in development, at every address of a page. */
function entryDocument(root: string): Plugin {
  const file = join(root, 'index.html');
  return {
    name: 'space-standalone-entry',
    enforce: 'pre',
    resolveId: (id) => (id === file ? id : null),
    load: (id) => (id === file ? HTML : null),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: ICON, source: iconOf(root) });
    },
    // After Vite's own middleware, which includes the proxy to the backend.
    configureServer: (server) => () => {
      const respond = async (url: string | undefined, response: ServerResponse) => {
        const page = HTML.replace('%SUPABASE_KEY%', process.env['SUPABASE_KEY'] ?? '');
        const html = await server.transformIndexHtml('/index.html', page, url);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(html);
      };
      server.middlewares.use((request, response, next) => {
        if (request.url === `/${ICON}`) response.setHeader('content-type', 'image/svg+xml').end(iconOf(root));
        else if (isPage(request)) void respond(request.originalUrl, response);
        else next();
      });
    },
  };
}

/**
 * The Vite configuration of a remote that runs alone: no federation, everything it needs from the shell is bundled
 * (`import: false` would leave it without a React). Class names, style targets and font licences are those of a release.
 *
 * Takes the remote's name and folder; returns a configuration that reads no configuration file.
 */
export function standaloneConfig({ name, root }: StandaloneOptions): InlineConfig {
  const host = hostOf(root);
  return {
    configFile: false,
    root,
    appType: 'custom',
    publicDir: existsSync(join(root, 'public')) && join(root, 'public'),
    cacheDir: 'node_modules/.vite-alone',
    plugins: [entryDocument(root), react(), withoutReactDom, fontLicences(), remoteWorkers],
    worker: WORKER_SETTINGS,
    // Without them the first page in development would reload: no HTML file tells Vite where to look for dependencies.
    optimizeDeps: { entries: ['src/routes.tsx', host], exclude: [...OUR_PACKAGES] },
    css: { modules: { generateScopedName: (local, file) => scopedName(name, local, basename(file), file) } },
    build: {
      target: 'es2022',
      cssTarget: CSS_TARGET,
      // The Content-Security-Policy blocks fonts and scripts that are inlined in the page.
      assetsInlineLimit: 0,
      rolldownOptions: { checks: { pluginTimings: false }, input: join(root, 'index.html') },
    },
    server: { host: '127.0.0.1' },
  };
}
