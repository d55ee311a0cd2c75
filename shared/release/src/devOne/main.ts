import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SHELL, folderOf, planSite, storeError } from '@space/store';
import { DEVELOPMENT } from '../buildApp.ts';
import { SITE, readDeclaration, remoteNamed } from '../places.ts';
import { startBackend } from '../startBackend.ts';
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
  const folder = values.from === undefined ? remoteNamed(positionals[0]).folder : resolve(place, values.from);
  const store = resolve(place, values.store ?? process.env['STORE_DIR'] ?? SITE);
  const remote = readDeclaration(folder);
  const released = await planSite(store);
  if (released === null) throw storeError(`No shell was released into ${store}. Run "npm run build" first.`);
  const { version } = released.shell;
  const shell = join(folderOf(store, SHELL), version, DEVELOPMENT);
  if (!existsSync(join(shell, 'index.html')))
    throw storeError(`The shell ${version} was released without its development flavour. Release it anew.`);

  const port = Number(process.env['PORT'] ?? PORT);
  const backend = await startBackend(`http://127.0.0.1:${port}`, 0, store);
  const vite = await startRemote(folder, remote);
  const key = backend.publishableKey;
  const { origin } = vite;
  const site = await startSite({ port, store, shell, remote, origin, backend: backend.origin, key });
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
