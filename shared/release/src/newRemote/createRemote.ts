import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHELL, type RemoteDeclaration } from '@space/store';
import { IGNORED } from '../packages/ownRepository.ts';
import { readDeclaration, readRemotes } from '../places.ts';
import { planRemote, titleOf, type Surroundings } from './planRemote.ts';

/** A whole remote named 'sample'. Its files are formatted like all others; the test of this module lints what they become. */
const TEMPLATE = fileURLToPath(new URL('../../template/remote', import.meta.url));

async function readSurroundings(root: string): Promise<Surroundings> {
  const [shared, remotes] = await Promise.all(
    ['shared', 'remotes'].map((parent) => readdir(join(root, parent))),
  );
  return {
    declarations: [readDeclaration(join(root, 'shell'), 'shell.json'), ...readRemotes(root).remotes],
    packages: [...(shared ?? []), ...(remotes ?? []), 'shell', 'e2e'],
  };
}

/** Puts a name in the place of 'sample', as a component ('TimeTracker'), as a title ('Time tracker') and as it is. */
function named(text: string, name: string): string {
  const component = name.replaceAll(/(^|-)([a-z0-9])/g, (_, _hyphen: string, first: string) =>
    first.toUpperCase(),
  );
  return text
    .replaceAll('SamplePage', `${component}Page`)
    .replaceAll('Sample', titleOf(name))
    .replaceAll('sample', name);
}

/** Writes the files of a new remote. Takes its folder and what it declares. */
async function writeRemote(folder: string, declaration: RemoteDeclaration): Promise<void> {
  const { name } = declaration;
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const source = join(entry.parentPath, entry.name);
        const target = join(folder, named(relative(TEMPLATE, source), name));
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, named(await readFile(source, 'utf8'), name));
      }),
  );
  await writeFile(join(folder, 'remote.json'), `${JSON.stringify(declaration, null, 2)}\n`);
}

/**
 * Makes the folder of a new remote from the template.
 *
 * Takes the repository's folder and the new name; returns what the remote declares; throws an Error of one sentence when
 * the name cannot be had. It neither formats nor installs.
 */
export async function createRemote(root: string, name: string): Promise<RemoteDeclaration> {
  const plan = planRemote(name, await readSurroundings(root));
  if (!plan.ok) throw new Error(plan.reason);
  await writeRemote(join(root, 'remotes', name), plan.declaration);
  return plan.declaration;
}

/** What is known of a site from outside: which name and pages are taken there, its gate tells. */
const OUTSIDE: Surroundings = { declarations: [{ name: SHELL, port: 5173, pages: [] }], packages: [] };

/**
 * The same for a repository of its own: the folder has the name of the remote. Throws as well when something is there already.
 */
export async function createOwnRemote(parent: string, name: string): Promise<RemoteDeclaration> {
  const plan = planRemote(name, OUTSIDE);
  if (!plan.ok) throw new Error(plan.reason);
  const folder = join(parent, name);
  if (existsSync(folder)) throw new Error(`${folder} is there already.`);
  await writeRemote(folder, plan.declaration);
  await writeFile(join(folder, '.gitignore'), `${IGNORED.join('\n')}\n`);
  return plan.declaration;
}
