import { createServer, type RequestListener } from 'node:http';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isPattern } from '@space/federation';
import { readPort } from '@space/server';
import { SHELL, planSite, sentenceOf } from '@space/store';
import { REMOTES, SITE, UNREADABLE, readDeclaration, remoteNamed, sourceOf } from '../places.ts';
import { startBackend } from './backend.ts';
import { endServer, listenAt } from './listen.ts';
import { passOn } from './passOn.ts';
import { startRemoteServer } from './remoteServer.ts';
import { releasedShell, shellFromSource } from './shells.ts';
import { developmentSite } from './site.ts';

// `npm run dev`: the shell and all remotes from their sources. `npm run dev -- planner retro [--from folder] [--store
// folder]`: these from their sources, everything else as it is released; `shell` is one of the names.

/** Where the site is, unless PORT says something else. */
const PORT = '5170';

/** What comes from its source: the shell or not, and the folders of remotes by name. */
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

async function develop(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { from: { type: 'string', multiple: true }, store: { type: 'string' } },
  });
  // Where the person is; npm itself goes to the repository's folder.
  const place = process.env['INIT_CWD'] ?? '.';
  const from = (values.from ?? []).map((folder) => resolve(place, folder));
  const { isWhole, isShellFromSource, remotes } = sourcesOf(positionals, from);
  const store = isWhole ? null : resolve(place, values.store ?? process.env['STORE_DIR'] ?? SITE);

  // The port is taken first, so that a mistake costs no wait; who asks meanwhile is answered when all is ready.
  const site = Promise.withResolvers<RequestListener>();
  const server = createServer((request, response) => {
    void site.promise.then((answer) => answer(request, response));
  });
  const origin = await listenAt(server, readPort('PORT', process.env['PORT'] || PORT), 'PORT');
  const shell =
    isShellFromSource || store === null ? await shellFromSource(server) : await releasedShell(store);
  const backend = await startBackend(
    origin,
    remotes.map(({ folder, declaration: { name } }) => ({ name, folder })),
    store ?? undefined,
  );
  const sources = await Promise.all(
    remotes.map(({ folder, declaration }) => startRemoteServer(folder, declaration)),
  );
  const { publishableKey: key } = backend;
  site.resolve(
    developmentSite({
      shell,
      sources,
      released: async () => (store === null ? null : planSite(store)),
      others: (request, response) => passOn(request, response, backend.origin),
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
  console.error(sentenceOf(error));
  process.exit(1);
}
