import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { checkPages, isRemoteName, type PageClaim } from '@space/federation';
import { SHELL, storeError, type RemoteDeclaration } from '@space/store';
import { ROOT, readDeclaration, readRemotes } from '../places.ts';
import { orExitCode } from '../steps.ts';

/** Templates: a complete remote named 'sample', and what is different in a repository of its own. A test lints a copy. */
const TEMPLATES = fileURLToPath(new URL('../../template', import.meta.url));

/** A name is used for a component, too: in it, hyphens only join words. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** The initial budget of a remote: bytes of code and styles after gzip. */
const BUDGET = 60_000;

/** 'time-tracker' → 'time tracker'. */
const wordsOf = (name: string) => name.replaceAll('-', ' ');
/** 'time-tracker' → 'Time tracker'. */
const titleOf = (name: string) => wordsOf(name).replace(/^./, (first) => first.toUpperCase());
/** 'time-tracker' → 'TimeTracker'. */
const componentOf = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/** Declares a new remote: a public page at `/<name>`, the next free port. Throws StoreError if it cannot have that name. */
function declareRemote(
  name: string,
  declarations: readonly (Pick<RemoteDeclaration, 'name' | 'port'> & { pages: readonly PageClaim[] })[],
  packages: readonly string[] = [],
): RemoteDeclaration {
  if (!isRemoteName(name) || !NAME.test(name))
    throw storeError(
      `'${name}' cannot be the name of a remote: use lower-case letters, digits and single hyphens, beginning with a letter, at most 31 characters, and not 'constructor'.`,
    );
  if (declarations.some((one) => one.name === name)) throw storeError(`A remote '${name}' already exists.`);
  if (packages.includes(name))
    throw storeError(`A package '@space/${name}' already exists, so no remote can have that name.`);
  const description = 'A new part of Better Space, made and released by one team.';
  const pages: RemoteDeclaration['pages'] = [
    { path: `/${name}`, access: 'public', title: titleOf(name), description },
  ];
  const [refusal] = checkPages(name, pages, declarations);
  if (refusal) throw storeError(`'${name}' cannot be the name of a remote: ${refusal.message}.`);
  const port = Math.max(...declarations.map((one) => one.port)) + 1;
  return { name, title: wordsOf(name), port, pages, budget: { gzip: BUDGET } };
}

async function copyTemplate(template: string, folder: string, name: string): Promise<void> {
  const renamed = (text: string) =>
    text
      .replaceAll('SamplePage', `${componentOf(name)}Page`)
      .replaceAll('Sample', titleOf(name))
      .replaceAll('sample', name);
  const root = join(TEMPLATES, template);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(folder, renamed(relative(root, source)));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, renamed(await readFile(source, 'utf8')));
  }
}

const writeJson = (file: string, value: object) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

/** Creates the folder of a new remote, neither formatted nor installed. Throws StoreError if the name is not available. */
export async function createRemote(root: string, name: string): Promise<RemoteDeclaration> {
  const folders = await Promise.all(['shared', 'remotes'].map((parent) => readdir(join(root, parent))));
  const declarations = [readDeclaration(join(root, SHELL), SHELL), ...readRemotes(root).remotes];
  const declaration = declareRemote(name, declarations, [...folders.flat(), 'shell', 'e2e']);
  const folder = join(root, 'remotes', name);
  await copyTemplate('remote', folder, name);
  await writeJson(join(folder, 'remote.json'), declaration);
  return declaration;
}

/** The packages that are a part of the remote's pages; all others are tools. */
const OF_PAGES = ['@space/domain', '@space/platform', '@space/ui', 'react'];

/** The versions of all packages of a remote's repository: @space/release, and what it wants beside itself. */
async function versionsOf(packages: string, folder: string): Promise<Record<string, string>> {
  // Trusted: the package.json of this package, as pnpm has packed it.
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { version, peerDependencies } = JSON.parse(text) as {
    version: string;
    peerDependencies: Record<string, string>;
  };
  const wanted = { ...peerDependencies, '@space/release': `^${version}` };
  if (/^https?:/.test(packages)) return wanted;
  const files = existsSync(packages) ? await readdir(packages) : [];
  const fromFolder = Object.keys(wanted).flatMap((name) => {
    const start = name.replace('@', '').replace('/', '-');
    const file =
      name.startsWith('@space/') && files.find((one) => RegExp(`^${start}-\\d.*\\.tgz$`).test(one));
    return file ? [[name, `file:${relative(folder, join(packages, file))}`] as const] : [];
  });
  if (fromFolder.length === 0)
    throw storeError(`${packages} is neither the address of a registry nor a folder with packed packages.`);
  return { ...wanted, ...Object.fromEntries(fromFolder) };
}

/** Creates a repository, not installed. `packages`: the address of a registry, or a folder. Throws StoreError if it cannot. */
export async function createOwnRepository(parent: string, name: string, packages: string, site?: string) {
  // The site's gate finds conflicts with what is live there.
  const declaration = declareRemote(name, [{ name: 'shell', port: 5173, pages: [] }]);
  const folder = join(parent, name);
  if (existsSync(folder)) throw storeError(`${folder} already exists.`);
  const versions = Object.entries(await versionsOf(packages, folder)).toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  for (const template of ['remote', 'own']) await copyTemplate(template, folder, name);
  await writeJson(join(folder, 'remote.json'), declaration);
  const manifest = join(folder, 'package.json');
  await writeJson(manifest, {
    ...(JSON.parse(await readFile(manifest, 'utf8')) as object),
    ...(site !== undefined && { space: { site } }),
    dependencies: Object.fromEntries(versions.filter(([one]) => OF_PAGES.includes(one))),
    devDependencies: Object.fromEntries(versions.filter(([one]) => !OF_PAGES.includes(one))),
  });
  await writeFile(join(folder, '.gitignore'), 'node_modules/\ndist/\n.__mf__temp/\n');
  // Otherwise npm would ask the public registry for our names.
  if (/^https?:/.test(packages)) await writeFile(join(folder, '.npmrc'), `@space:registry=${packages}\n`);
}

/** `npm run new-remote -- notes` */
async function main(): Promise<void> {
  const [name = ''] = parseArgs({ allowPositionals: true }).positionals;
  const { port } = await createRemote(ROOT, name);
  const folder = `remotes/${name}`;
  const run = promisify(execFile);
  const options = { cwd: ROOT, shell: process.platform === 'win32' };
  try {
    // With a long name the formatter breaks lines in other places than in the template.
    await run(join(ROOT, 'node_modules', '.bin', 'oxfmt'), [folder], options);
    await run(process.execPath, ['shared/tooling/bin/install.mjs'], options);
  } catch (error) {
    await rm(join(ROOT, folder), { recursive: true, force: true });
    throw error;
  }
  console.log(`
  Made ${folder}: the page /${name}, port ${port} in development.

  npm run dev -- ${name}                  in the site, with the other remotes as they are released
  npm run release -- ${name}              into the running site, which is neither built nor stopped

  Commit ${folder} and pnpm-lock.yaml together. More: docs/own-a-remote.md.
`);
}

if (import.meta.main) await orExitCode(main());
