import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '@space/server';
import { planSite, storeError } from '@space/store';
import { remoteNamed } from '../alone/remoteNamed.ts';
import { ROOT, SITE, readDeclaration } from '../places.ts';
import { developmentPages } from './developmentPages.ts';
import { developmentShell } from './developmentShell.ts';
import { startRemote } from './startRemote.ts';
import { startSite } from './startSite.ts';

// `npm run dev -- retro [--from folder] [--store folder]`: one remote from its source, with Fast Refresh; the shell and
// all others as they are released.

/** Where the site is, as with `npm run dev`. */
const PORT = 5170;

async function develop(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { from: { type: 'string' }, store: { type: 'string' } },
  });
  // Where the person is; npm itself goes to the repository's folder.
  const place = process.env['INIT_CWD'] ?? '.';
  const folder = values.from === undefined ? remoteNamed(positionals).folder : resolve(place, values.from);
  const store = resolve(place, values.store ?? process.env['STORE_DIR'] ?? SITE);
  const remote = readDeclaration(folder);
  const released = await planSite(store);
  if (released === null) throw storeError(`No shell was released into ${store}. Run "npm run build" first.`);
  const shell = developmentShell(store, released.shell.version);

  const port = Number(process.env['PORT'] ?? PORT);
  const backend = await startServer({
    dataDir: process.env['DATA_DIR'] ?? join(ROOT, '.space', 'data'),
    port: Number(process.env['BACKEND_PORT'] ?? 0),
    siteDir: store,
    siteUrl: `http://127.0.0.1:${port}`,
    confirmEmail: process.env['CONFIRM_EMAIL'] === 'on',
    log: (line) => console.log(`[backend] ${line}`),
  });
  const vite = await startRemote(folder, remote);
  const key = backend.publishableKey;
  const pages = developmentPages({ store, shell, remote, origin: vite.origin, key });
  const site = await startSite({ port, pages, shell, backend: backend.origin });
  const others = Object.keys(released.registry.remotes).filter((name) => name !== remote.name);
  console.log(`
  Better Space with ${remote.name} in development: ${site.origin}${remote.pages[0]?.path ?? ''}
  As released in ${store}: the shell, ${others.join(', ')}
  Mail that would be sent: ${backend.operatorOrigin}/outbox
`);

  const asked = new Promise<number>((resolve) => {
    process.once('SIGINT', () => resolve(0));
    process.once('SIGTERM', () => resolve(0));
  });
  // Without the remote's server there is nothing to develop; it has said why it ended.
  const code = await Promise.race([asked, vite.ended.then(() => 1)]);
  await Promise.all([site.close(), vite.close(), backend.close()]);
  process.exit(code);
}

try {
  await develop(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
