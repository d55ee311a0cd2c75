import { createServer } from 'node:http';
import type { SourceFault } from '@space/federation/developmentRelease';
import type { RemoteDeclaration } from '@space/store';
import { createLogger, createServer as createVite, type ViteDevServer } from 'vite';
import { describeFault, findFault, type FaultSource } from './faults.ts';
import { endServer, listenNear } from './listen.ts';

/** A remote from its source. */
export interface SourceServer extends FaultSource {
  declaration: RemoteDeclaration;
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves a remote from its source, with its own Vite configuration. Vite starts at the first request: a team that works on
 * one part of the site waits for no other. All remotes share this process, which is a fraction of the memory of one for each.
 *
 * Takes the remote's folder and declaration. Listens at the declared port, or at any free one when that is taken.
 */
export async function startRemoteServer(
  folder: string,
  declaration: RemoteDeclaration,
): Promise<SourceServer> {
  const asked = new Set<string>();
  const listeners = new Set<() => void>();
  const tellChange = () => {
    for (const listener of listeners) listener();
  };
  let started: Promise<ViteDevServer> | null = null;
  let fault: SourceFault | null = null;

  const server = createServer((request, response) => {
    asked.add(request.url?.split('?', 1)[0] ?? '/');
    // What does not compile is answered with 404 by a Vite without a server of its own.
    response.on('finish', () => {
      if (response.statusCode >= 400) tellChange();
    });
    start().then(
      (vite) => vite.middlewares(request, response),
      (error: unknown) => response.writeHead(500, { 'access-control-allow-origin': '*' }).end(String(error)),
    );
  });
  const origin = await listenNear(server, declaration.port);

  function start(): Promise<ViteDevServer> {
    started ??= startVite().catch((error: unknown) => {
      // A configuration that throws: the next who asks may find it mended. Nothing watches it, so it is tried each second.
      started = null;
      setTimeout(tellChange, 1000).unref();
      throw error;
    });
    return started;
  }
  const startVite = () =>
    createVite({
      root: folder,
      appType: 'custom',
      clearScreen: false,
      customLogger: createLogger('info', { prefix: `[${declaration.name}]`, allowClearScreen: false }),
      plugins: [
        {
          name: 'space:development',
          // Behind the preset, which knows the declared port alone.
          enforce: 'post',
          config: () => ({ base: `${origin}/`, server: { origin } }),
          // Vite's client takes a style sheet of the page with the same id for its own: shell and remotes share some files.
          transform: (code, id) =>
            id.includes('.css')
              ? code.replace('const __vite__id = "', `const __vite__id = "${declaration.name}:`)
              : null,
          hotUpdate: {
            order: 'post',
            handler({ server: { ws } }) {
              tellChange();
              // A page that shows a fault reloads itself. Vite would keep a second reload for when its client connects.
              return fault !== null && ws.clients.size === 0 ? [] : undefined;
            },
          },
        },
      ],
      server: {
        middlewareMode: true,
        ws: { server },
        // Without it the watcher drops what changes within 50 ms of a change it has told: a formatter that runs on save.
        watch: { awaitWriteFinish: { stabilityThreshold: 20, pollInterval: 10 } },
        // A fault is shown in the remote's own region (shell/src/development).
        hmr: { overlay: false },
      },
    });

  return {
    declaration,
    origin,
    async fault() {
      fault = await start().then((vite) => findFault(vite, asked), describeFault);
      return fault;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await started?.then((vite) => vite.close()).catch(() => undefined);
      await endServer(server);
    },
  };
}
