import { createServer } from 'node:http';
import type { SourceFault } from '@space/federation/developmentRelease';
import type { RemoteDeclaration } from '@space/store';
import { createLogger, createServer as createVite, type ViteDevServer } from 'vite';
import { describeFault, findFault, type FaultSource } from './faults.ts';
import { endServer, listenNear } from './listen.ts';

/** A development server for one remote. */
export interface SourceServer extends FaultSource {
  declaration: RemoteDeclaration;
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves a remote from its source, with its own Vite configuration. Vite starts at the first request, so that a team does
 * not wait for remotes that it does not open. All remotes share this process, which saves memory.
 *
 * Takes the remote's folder and declaration. Listens at the declared port, or at any free one if it is in use.
 */
export async function startRemoteServer(
  folder: string,
  declaration: RemoteDeclaration,
): Promise<SourceServer> {
  const requested = new Set<string>();
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  let started: Promise<ViteDevServer> | null = null;
  let fault: SourceFault | null = null;

  const server = createServer((request, response) => {
    requested.add(request.url?.split('?', 1)[0] ?? '/');
    // In middleware mode Vite responds with 404 if a module does not compile.
    response.on('finish', () => {
      if (response.statusCode >= 400) notifyListeners();
    });
    start().then(
      (vite) => vite.middlewares(request, response),
      (error: unknown) => response.writeHead(500, { 'access-control-allow-origin': '*' }).end(String(error)),
    );
  });
  const origin = await listenNear(server, declaration.port);

  function start(): Promise<ViteDevServer> {
    started ??= startVite().catch((error: unknown) => {
      // The configuration throws. The next request tries again; no watcher runs yet, so listeners retry after a second.
      started = null;
      setTimeout(notifyListeners, 1000).unref();
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
          // After the preset, which knows only the declared port.
          enforce: 'post',
          config: () => ({ base: `${origin}/`, server: { origin } }),
          // Vite's client identifies style sheets by id. Shell and remotes share files, so this makes the ids unique.
          transform: (code, id) =>
            id.includes('.css')
              ? code.replace('const __vite__id = "', `const __vite__id = "${declaration.name}:`)
              : null,
          hotUpdate: {
            order: 'post',
            handler({ server: { ws } }) {
              notifyListeners();
              // A page with a compile error reloads itself. Vite would queue a second reload until its client connects.
              return fault !== null && ws.clients.size === 0 ? [] : undefined;
            },
          },
        },
      ],
      server: {
        middlewareMode: true,
        ws: { server },
        // Otherwise the watcher drops changes within 50 ms of the last one, such as those of a formatter run on save.
        watch: { awaitWriteFinish: { stabilityThreshold: 20, pollInterval: 10 } },
        // Compile errors are shown in the remote's own region instead (shell/src/development).
        hmr: { overlay: false },
      },
    });

  return {
    declaration,
    origin,
    async fault() {
      fault = await start().then((vite) => findFault(vite, requested), describeFault);
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
