import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  SHELL,
  checked,
  isMissing,
  remoteDeclarationSchema,
  storeError,
  errorMessage,
  type RemoteDeclaration,
} from '@space/store';

const PACKAGE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Whether this code runs in the site's repository, not as a package installed in a remote's repository (decision 040). */
export const IS_SITE = existsSync(join(PACKAGE_ROOT, 'shared', 'release', 'package.json'));
/** The repository's folder: the site's, or else the current folder, which is a remote's repository. */
export const ROOT = IS_SITE ? PACKAGE_ROOT : process.cwd();
/** The folder of a shell's release that holds its development build. */
export const DEVELOPMENT = 'development';
/** The store of this machine: what `npm start` serves, and the server's default `STORE_DIR`. */
export const SITE = join(ROOT, 'dist', 'site');
/** The store of the tests: one release of each app of this checkout, and nothing that a person released. */
export const TEST_SITE = join(ROOT, 'dist', 'test-site');

/** Reads a JSON file. Throws StoreError with the path and the given advice if the file is missing or not valid JSON. */
export function readJson(file: string, advice: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) throw storeError(`${file} is missing. ${advice}`, error);
    throw storeError(`${file} cannot be read: ${errorMessage(error).replaceAll(/\s+/g, ' ')}.`, error);
  }
}

/**
 * Reads a team's `remote.json`. Takes the source folder of the remote (or of the shell, with the name of its file). Throws
 * StoreError with the path if the file is missing, is not valid JSON or breaks the schema.
 */
export function readDeclaration(folder: string, file = 'remote.json'): RemoteDeclaration {
  const path = join(folder, file);
  const content = readJson(path, 'Run the command in the folder of a remote, or name it with --from.');
  return checked(remoteDeclarationSchema, content, `${path} cannot be read`);
}

/**
 * Reads the declaration of an app. Takes its name and its source folder. Throws StoreError if it cannot be read or is that
 * of another app.
 */
export function declarationOf(name: string, folder: string): RemoteDeclaration {
  const file = name === SHELL ? 'shell.json' : 'remote.json';
  const declaration = readDeclaration(folder, file);
  if (declaration.name === name) return declaration;
  throw storeError(`${file} in ${folder} declares ${declaration.name}, not ${name}.`);
}

/** The remotes of a repository, and the folders whose declaration cannot be read, with the reason. */
export interface Remotes {
  remotes: readonly RemoteDeclaration[];
  unreadable: readonly { name: string; reason: string }[];
}

/**
 * Reads the remotes of a repository: each folder of `remotes/` with a `remote.json`, ordered by port. In a remote's own
 * repository it is only that remote. An unreadable declaration does not affect the others. Takes the repository's folder.
 */
export function readRemotes(root: string): Remotes {
  const parent = join(root, 'remotes');
  const folders = existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [root];
  const remotes: RemoteDeclaration[] = [];
  const unreadable: { name: string; reason: string }[] = [];
  for (const folder of folders) {
    if (!existsSync(join(folder, 'remote.json'))) continue;
    try {
      remotes.push(readDeclaration(folder));
    } catch (error) {
      unreadable.push({ name: basename(folder), reason: errorMessage(error) });
    }
  }
  return { remotes: remotes.sort((one, other) => one.port - other.port), unreadable };
}

/** The readable remotes of this repository, and the unreadable ones. */
export const { remotes: REMOTES, unreadable: UNREADABLE } = readRemotes(ROOT);

/** The source folder of the shell or of a remote of this repository. */
export function sourceOf(name: string): string {
  if (!IS_SITE) return ROOT;
  return name === SHELL ? join(ROOT, 'shell') : join(ROOT, 'remotes', name);
}

/**
 * Finds a remote by its name, with its folder. Throws StoreError if no remote has that name or if its declaration cannot
 * be read.
 */
export function remoteNamed(name: string | undefined): { name: string; port: number; folder: string } {
  const remote = REMOTES.find((one) => one.name === name);
  if (remote) return { ...remote, folder: sourceOf(remote.name) };
  const broken = UNREADABLE.find((one) => one.name === name);
  if (broken) throw storeError(broken.reason);
  const names = REMOTES.map((one) => one.name).join(', ');
  throw storeError(`Name a remote: ${names}.${name === undefined ? '' : ` There is no '${name}'.`}`);
}

/** Throws StoreError if the packages of a source are not installed: each check would report it in its own words. */
export function requireInstalled(folder: string): void {
  if (existsSync(join(folder, 'node_modules'))) return;
  throw storeError(
    `${folder} has no node_modules, so it can be neither checked nor built: run \`npm install\` there${IS_SITE ? ', or `npm start` for a remote of this repository' : ''}.`,
  );
}
