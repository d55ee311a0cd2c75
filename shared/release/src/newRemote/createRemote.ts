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
/** What takes the place of its files, and comes to them, in a remote that fills a slot. */
const SLOT_TEMPLATE = fileURLToPath(new URL('../../template/slot', import.meta.url));

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
    .replaceAll(/Sample(Page|Aside)/g, `${component}$1`)
    .replaceAll('Sample', titleOf(name))
    .replaceAll('sample', name);
}

/** Copies a template into a folder, with a name in the place of 'sample'. */
async function copyTemplate(template: string, folder: string, name: string): Promise<void> {
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const source = join(entry.parentPath, entry.name);
        const target = join(folder, named(relative(template, source), name));
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, named(await readFile(source, 'utf8'), name));
      }),
  );
}

/** Writes the files of a new remote. Takes its folder and what it declares. */
async function writeRemote(folder: string, declaration: RemoteDeclaration): Promise<void> {
  await copyTemplate(TEMPLATE, folder, declaration.name);
  await writeFile(join(folder, 'remote.json'), `${JSON.stringify(declaration, null, 2)}\n`);
}

/**
 * Makes the folder of a new remote from the template.
 *
 * Takes the repository's folder, the new name, and the slot that it fills, if it fills one; returns what the remote declares;
 * throws an Error of one sentence when name or slot cannot be had. It neither formats nor installs.
 */
export async function createRemote(root: string, name: string, slot?: string): Promise<RemoteDeclaration> {
  const plan = planRemote(name, await readSurroundings(root), slot);
  if (!plan.ok) throw new Error(plan.reason);
  const folder = join(root, 'remotes', name);
  await writeRemote(folder, plan.declaration);
  if (slot !== undefined) await copyTemplate(SLOT_TEMPLATE, folder, name);
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
