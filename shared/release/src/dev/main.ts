import { createServer, type RequestListener } from 'node:http';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isPattern } from '@space/federation';
import { readPort } from '@space/server/settings';
import { SHELL, planSite, errorMessage } from '@space/store';
import { REMOTES, SITE, UNREADABLE, readDeclaration, remoteNamed, sourceOf } from '../places.ts';
import { startBackend } from './backend.ts';
import { endServer, listenAt } from './listen.ts';
import { proxyRequest } from './proxyRequest.ts';
import { startRemoteServer } from './remoteServer.ts';
import { releasedShell, shellFromSource } from './shells.ts';
import { developmentSite } from './site.ts';

// `npm run dev`: the shell and all remotes from source. `npm run dev -- planner retro [--from folder] [--store folder]`:
// only the named apps from source, all others from their releases; `shell` is a valid name too.

/** The default of the environment variable PORT. */
const PORT = '5170';

/** The apps that are served from source: whether the shell is among them, and the remotes with their folders. */
function sourcesOf(names: readonly string[], from: readonly string[]) {
  const isWhole = names.length + from.length === 0;
  const remotes = names.filter((name) => name !== SHELL);
  const folders = isWhole
    ? REMOTES.map(({ name }) => sourceOf(name))
    : [...remotes.map((name) => remoteNamed(name).folder), ...from];
  if (isWhole) for (const { reason } of UNREADABLE) console.error(reason);
  const declared = folders.map((folder) => ({ folder, declaration: readDeclaration(folder) }));
  return {
    isWhole,
    isShellFromSource: isWhole || names.includes(SHELL),
    remotes: [...new Map(declared.map((one) => [one.declaration.name, one])).values()],
  };
}

async function develop(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: { type: 'string', multiple: true }, store: { type: 'string' } },
  });
  // The folder in which the user typed the command; npm itself changes to the repository's folder.
  const cwd = process.env['INIT_CWD'] ?? '.';
  const from = (values.from ?? []).map((folder) => resolve(cwd, folder));
  const { isWhole, isShellFromSource, remotes } = sourcesOf(positionals, from);
  const store = isWhole ? null : resolve(cwd, values.store ?? process.env['STORE_DIR'] ?? SITE);

  // The server listens first, so that a port in use is reported at once; requests wait until everything is ready.
  const site = Promise.withResolvers<RequestListener>();
  const server = createServer((request, response) => {
    void site.promise.then((handler) => handler(request, response));
  });
  const origin = await listenAt(server, readPort('PORT', process.env['PORT'] || PORT), 'PORT');
  const shell =
    isShellFromSource || store === null ? await shellFromSource(server) : await releasedShell(store);
  const backend = await startBackend(origin, store ?? undefined);
  const sources = await Promise.all(
    remotes.map(({ folder, declaration }) => startRemoteServer(folder, declaration)),
  );
  const { publishableKey: key } = backend;
  site.resolve(
    developmentSite({
      shell,
      sources,
      released: async () => (store === null ? null : planSite(store)),
      fallback: (request, response) => proxyRequest(request, response, backend.origin),
      key,
    }),
  );

  const names = [
    ...(isShellFromSource ? [SHELL] : []),
    ...sources.map(({ declaration }) => declaration.name),
  ];
  const first = isWhole ? undefined : sources[0]?.declaration.pages.find(({ path }) => !isPattern(path));
  console.log(`
  Better Space in development: ${origin}${first?.path ?? ''}
  From source: ${names.join(', ')}${store === null ? '' : `\n  As released in ${store}: everything else`}
  Accounts and tasks: ${backend.dataDir}
  Mail that would be sent: ${backend.operatorOrigin}/outbox
`);

  const stop = async () => {
    await Promise.all([
      endServer(server),
      shell.close(),
      backend.close(),
      ...sources.map((one) => one.close()),
    ]);
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
}

try {
  await develop(process.argv.slice(2));
} catch (error) {
  console.error(errorMessage(error));
  process.exit(1);
}
