import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '@space/server';
import { readPort } from '@space/server/settings';
import { SHELL, errorMessage, readPointer, storeError } from '@space/store';
import { REMOTES, ROOT, SITE, UNREADABLE, readDeclaration, sourceOf } from '../places.ts';
import { developSite } from './site.ts';
import { releasedSite, shellFromSource } from './surroundings.ts';

// `npm run dev`: the shell and all remotes from source. `npm run dev -- planner retro [--from folder] [--store folder]`:
// only the named apps from source, all others from their releases; `shell` is a valid name too.

/** The folders of the remotes that are served from source; the last one of a name counts. */
function foldersOf(names: readonly string[], from: readonly string[], isWhole: boolean): readonly string[] {
  if (!isWhole) return [...names.filter((name) => name !== SHELL).map((name) => sourceOf(name)), ...from];
  for (const { reason } of UNREADABLE) console.error(reason);
  return REMOTES.map(({ name }) => sourceOf(name));
}

async function develop(args: readonly string[]): Promise<void> {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: { type: 'string', multiple: true }, store: { type: 'string' } },
  });
  // The folder in which the user typed the command; npm itself changes to the repository's folder.
  const { INIT_CWD: cwd = '.', DATA_DIR, OPERATOR_PORT, CONFIRM_EMAIL, STORE_DIR } = process.env;
  const from = (values.from ?? []).map((folder) => resolve(cwd, folder));
  const isWhole = names.length + from.length === 0;
  const isShellFromSource = isWhole || names.includes(SHELL);
  const declared = foldersOf(names, from, isWhole).map((folder) => ({
    folder,
    declaration: readDeclaration(folder),
  }));
  const remotes = [...new Map(declared.map((one) => [one.declaration.name, one])).values()];
  const store = isWhole ? undefined : resolve(cwd, values.store ?? STORE_DIR ?? SITE);
  if (store !== undefined && !isShellFromSource && (await readPointer(store, SHELL)).live === null)
    throw storeError(`No shell was released into ${store}. Run "npm start" first.`);

  const dataDir = DATA_DIR ? resolve(DATA_DIR) : join(ROOT, '.space', 'data');
  let outbox = '';
  const address = await developSite(remotes, async (server, here) => {
    const backend = await startServer({
      dataDir,
      port: 0,
      operatorPort: readPort('OPERATOR_PORT', OPERATOR_PORT || '0'),
      siteUrl: here,
      ...(store !== undefined && { siteDir: store }),
      confirmEmail: CONFIRM_EMAIL === 'on',
      log: (line) => console.log(`[backend] ${line}`),
    });
    outbox = `${backend.operatorOrigin}/outbox`;
    const surroundings = isShellFromSource
      ? await shellFromSource(server, backend, store !== undefined)
      : releasedSite(backend.origin);
    return { ...surroundings, close: () => backend.close() };
  });
  console.log(`
  Better Space in development: ${isWhole ? new URL(address).origin : address}
  From source: ${[...(isShellFromSource ? [SHELL] : []), ...remotes.map(({ declaration }) => declaration.name)].join(', ')}${store === undefined ? '' : `\n  As released in ${store}: everything else`}
  Accounts and tasks: ${dataDir}
  Mail that would be sent: ${outbox}
`);
}

try {
  await develop(process.argv.slice(2));
} catch (error) {
  console.error(errorMessage(error));
  process.exit(1);
}
