import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { REFRESH_ADDRESS, REFRESH_PREAMBLE, refreshRuntime } from '@space/federation/refreshRuntime';
import { SHELL, addressOf, folderOf, planSite, storeError } from '@space/store';
import sirv from 'sirv';
import { createLogger, createServer } from 'vite';
import { DEVELOPMENT } from '../buildApp.ts';
import { sourceOf } from '../places.ts';

/** The shell of a site in development. */
export interface DevelopmentShell {
  /** Its index.html, before the site's plan is filled in. */
  template(): Promise<string>;
  /** Adds the development scripts of the shell to the finished HTML of the page at an address. */
  finish(html: string, url: string): Promise<string>;
  /** Handles requests for files of the shell; calls `next` for all others. */
  files(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  close(): Promise<void>;
}

/** Requests that are not for the shell's Vite server: the backend's, and releases of remotes. */
const NOT_OF_SHELL = /^\/(auth\/v1|rest\/v1|remotes|_\w+)(\/|$|\?)/;

/** Serves the shell from its source, with Fast Refresh. Takes the HTTP server of the site. */
export async function shellFromSource(server: Server): Promise<DevelopmentShell> {
  const root = sourceOf(SHELL);
  const vite = await createServer({
    root,
    appType: 'custom',
    clearScreen: false,
    customLogger: createLogger('info', { prefix: `[${SHELL}]`, allowClearScreen: false }),
    server: { middlewareMode: true, ws: { server } },
  });
  return {
    template: () => readFile(join(root, 'index.html'), 'utf8'),
    finish: (html, url) => vite.transformIndexHtml(url, html),
    files(request, response, next) {
      if (NOT_OF_SHELL.test(request.url ?? '/')) next();
      else vite.middlewares(request, response, next);
    },
    close: () => vite.close(),
  };
}

/** The address of a released shell's development build, with 'development' instead of a version. */
export const SHELL_ADDRESS = addressOf(SHELL, DEVELOPMENT);
/** The first module script of a page, after the import map: the shell's entry, which starts React. */
const ENTRY = '<script type="module"';
const PREAMBLE = `<script type="module">
      ${REFRESH_PREAMBLE}
    </script>`;

/** Adds Fast Refresh to a page that is not served by Vite. */
export const withRefresh = (html: string) => html.replace(ENTRY, (entry) => `${PREAMBLE}\n    ${entry}`);

/** Responds to a request for REFRESH_ADDRESS. */
export function sendRefreshRuntime(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
  response.end(refreshRuntime());
}

/**
 * Serves the development build of the shell that is live in a store: a production React cannot refresh components. Takes the
 * store's folder; throws StoreError if no shell was released there, or if the release has no development build.
 */
export async function releasedShell(store: string): Promise<DevelopmentShell> {
  const released = await planSite(store);
  if (released === null) throw storeError(`No shell was released into ${store}. Run "npm start" first.`);
  const { version } = released.shell;
  const folder = join(folderOf(store, SHELL), version, DEVELOPMENT);
  if (!existsSync(join(folder, 'index.html')))
    throw storeError(`The shell ${version} was released without its development build. Release it again.`);
  const files = sirv(folder, { dev: true, extensions: [] });
  return {
    template: () => readFile(join(folder, 'index.html'), 'utf8'),
    finish: async (html) => withRefresh(html),
    files(request, response, next) {
      const { url = '/' } = request;
      if (url === REFRESH_ADDRESS) {
        sendRefreshRuntime(response);
      } else if (url.startsWith(SHELL_ADDRESS)) {
        request.url = url.slice(SHELL_ADDRESS.length - 1);
        files(request, response, () => {
          response.writeHead(404).end();
        });
      } else next();
    },
    close: async () => {},
  };
}
