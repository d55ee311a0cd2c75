import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SourceFault } from '@space/federation/development';
import type { RemoteDeclaration } from '@space/store';
import {
  createLogger,
  createServer as createVite,
  type ErrorPayload,
  type Plugin,
  type ViteDevServer,
} from 'vite';
import { ROOT } from '../places.ts';

export interface Source {
  folder: string;
  declaration: RemoteDeclaration;
}

/** The addresses of source files: no dependencies, no virtual modules of Vite. */
const SOURCE = /^(?!.*(\/node_modules\/|\/@id\/|\/@vite\/)).*\.([cm]?[jt]sx?|css|json)$/;

type ViteError = Partial<ErrorPayload['err']> & { message: string; code?: string };

/** The line and column in the bundler's code frame; some errors have no other position. */
const FRAME_POSITION = /\[ \S*?:(\d+):(\d+) \]/;

function describeFault(error: unknown): SourceFault {
  const { message, id, loc, frame }: ViteError = error instanceof Error ? error : { message: String(error) };
  const text = stripVTControlCharacters([message, frame].filter(Boolean).join('\n\n'));
  const file = loc?.file ?? id?.split('?', 1)[0];
  const [line, column] = loc ? [loc.line, loc.column] : (FRAME_POSITION.exec(text)?.slice(1) ?? []);
  const parts = [file && relative(ROOT, file), line, column].filter((part) => part !== undefined);
  return { place: file === undefined ? null : parts.join(':'), message: text };
}

/** Compiles the requested modules again, which is free for unchanged ones, and returns the first error. */
async function findFault({ environments }: ViteDevServer, requested: ReadonlySet<string>) {
  for (const address of requested) {
    if (!SOURCE.test(address)) continue;
    try {
      await environments.client.transformRequest(address);
    } catch (error) {
      // A deleted file is no error of its own: a module that still imports it fails to compile.
      if ((error as ViteError).code !== 'ERR_LOAD_URL') return describeFault(error);
    }
  }
  return null;
}

/** Listens at a local port and returns the origin. If it is in use: an Error that names its variable, or else any free port. */
export async function listen(server: Server, port: number, variable?: string): Promise<string> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    if (variable === undefined) return listen(server, 0);
    throw new Error(
      `Port ${port} is already in use. Stop the program that uses it, or set ${variable} to another port.`,
      { cause: error },
    );
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has a port
}

export type SourceServer = Awaited<ReturnType<typeof startRemoteServer>>;

/** Serves a remote from its source with its own Vite configuration. Vite starts at the first request. */
export async function startRemoteServer({ folder, declaration }: Source) {
  const requested = new Set<string>();
  /** Emits 'change' when `fault` may have another result. */
  const changes = new EventEmitter();
  const emitChange = () => void changes.emit('change');
  let started: Promise<ViteDevServer> | null = null;
  let fault: SourceFault | null = null;

  const server = createServer((request, response) => {
    requested.add(request.url?.split('?', 1)[0] ?? '/');
    // In middleware mode Vite responds with 404 if a module does not compile.
    response.on('finish', () => {
      if (response.statusCode >= 400) emitChange();
    });
    start().then(
      (vite) => vite.middlewares(request, response),
      (error: unknown) => response.writeHead(500, { 'access-control-allow-origin': '*' }).end(String(error)),
    );
  });
  const origin = await listen(server, declaration.port);

  const development: Plugin = {
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
        emitChange();
        // A page with a compile error reloads itself. Vite would queue a second reload until its client connects.
        return fault !== null && ws.clients.size === 0 ? [] : undefined;
      },
    },
  };

  function start(): Promise<ViteDevServer> {
    started ??= createVite({
      root: folder,
      appType: 'custom',
      clearScreen: false,
      customLogger: createLogger('info', { prefix: `[${declaration.name}]`, allowClearScreen: false }),
      plugins: [development],
      server: {
        middlewareMode: true,
        ws: { server },
        // Otherwise the watcher drops changes within 50 ms of the last one, such as those of a formatter run on save.
        watch: { awaitWriteFinish: { stabilityThreshold: 20, pollInterval: 10 } },
        // Compile errors are shown in the remote's own region instead (shell/src/development).
        hmr: { overlay: false },
      },
    }).catch((error: unknown) => {
      // The configuration throws. The next request tries again; no watcher runs yet, so the pages ask after a second.
      started = null;
      setTimeout(emitChange, 1000).unref();
      throw error;
    });
    return started;
  }

  return {
    declaration,
    origin,
    /** The first compile error in the modules that a browser has requested; null: none. Never throws. */
    async fault() {
      fault = await start().then((vite) => findFault(vite, requested), describeFault);
      return fault;
    },
    changes,
  };
}
