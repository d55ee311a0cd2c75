import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHELL, type RemoteDeclaration } from '@space/store';
import { IGNORED } from '../packages/ownRepository.ts';
import { readDeclaration, readRemotes } from '../places.ts';
import { planRemote, titleOf, type TakenNames } from './planRemote.ts';

/** A complete remote named 'sample'. Its files are formatted like all others; the test of this module lints a copy. */
const TEMPLATE = fileURLToPath(new URL('../../template/remote', import.meta.url));

async function readTakenNames(root: string): Promise<TakenNames> {
  const [shared, remotes] = await Promise.all(
    ['shared', 'remotes'].map((parent) => readdir(join(root, parent))),
  );
  return {
    declarations: [readDeclaration(join(root, 'shell'), 'shell.json'), ...readRemotes(root).remotes],
    packages: [...(shared ?? []), ...(remotes ?? []), 'shell', 'e2e'],
  };
}

/** Replaces 'sample' in a text with a name: as a component ('TimeTracker'), as a title ('Time tracker') and unchanged. */
function replaceSample(text: string, name: string): string {
  const component = name.replaceAll(/(^|-)([a-z0-9])/g, (_, _hyphen: string, first: string) =>
    first.toUpperCase(),
  );
  return text
    .replaceAll('SamplePage', `${component}Page`)
    .replaceAll('Sample', titleOf(name))
    .replaceAll('sample', name);
}

/** Copies a template into a folder, and replaces 'sample' with a name. */
async function copyTemplate(template: string, folder: string, name: string): Promise<void> {
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const source = join(entry.parentPath, entry.name);
        const target = join(folder, replaceSample(relative(template, source), name));
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, replaceSample(await readFile(source, 'utf8'), name));
      }),
  );
}

/** Writes the files of a new remote. Takes its folder and its declaration. */
async function writeRemote(folder: string, declaration: RemoteDeclaration): Promise<void> {
  await copyTemplate(TEMPLATE, folder, declaration.name);
  await writeFile(join(folder, 'remote.json'), `${JSON.stringify(declaration, null, 2)}\n`);
}

/**
 * Creates the folder of a new remote from the template, without formatting it or installing its packages.
 *
 * Takes the repository's folder and the new name; returns the remote's declaration. Throws an Error with one sentence if the
 * name is not available.
 */
export async function createRemote(root: string, name: string): Promise<RemoteDeclaration> {
  const plan = planRemote(name, await readTakenNames(root));
  if (!plan.ok) throw new Error(plan.reason);
  const folder = join(root, 'remotes', name);
  await writeRemote(folder, plan.declaration);
  return plan.declaration;
}

/** The known names outside the site's repository: the site's gate checks for other conflicts. */
const OUTSIDE_SITE: TakenNames = { declarations: [{ name: SHELL, port: 5173, pages: [] }], packages: [] };

/**
 * The same for a repository of its own: the folder is named after the remote. Also throws if the folder exists already.
 */
export async function createOwnRemote(parent: string, name: string): Promise<RemoteDeclaration> {
  const plan = planRemote(name, OUTSIDE_SITE);
  if (!plan.ok) throw new Error(plan.reason);
  const folder = join(parent, name);
  if (existsSync(folder)) throw new Error(`${folder} already exists.`);
  await writeRemote(folder, plan.declaration);
  await writeFile(join(folder, '.gitignore'), `${IGNORED.join('\n')}\n`);
  return plan.declaration;
}
