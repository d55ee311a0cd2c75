import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  SHELL,
  checked,
  errorMessage,
  isMissing,
  remoteDeclarationSchema,
  storeError,
  type RemoteDeclaration,
} from '@space/store';
import type * as z from 'zod/mini';

const PACKAGE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Whether this code runs in the site's repository, not as a package installed in a remote's repository. */
export const IS_SITE = existsSync(join(PACKAGE_ROOT, 'shared', 'release', 'package.json'));
/** The repository's folder: the site's, or else the current folder, which is a remote's repository. */
export const ROOT = IS_SITE ? PACKAGE_ROOT : process.cwd();
/** The folder of a shell's release that holds its development build. */
export const DEVELOPMENT = 'development';
/** The store of this machine: what `npm start` serves, and the server's default `STORE_DIR`. */
export const SITE = join(ROOT, 'dist', 'site');
/** The store of the tests: one release of each app of this checkout, and nothing that a person released. */
export const TEST_SITE = join(ROOT, 'dist', 'test-site');

/** A path as people read it: relative to the repository if it lies in it. Takes an absolute path. */
export function placeOf(path: string): string {
  const inside = relative(ROOT, path);
  return inside.startsWith('..') ? path : inside;
}

/** Reads a JSON file of a source or a build. Throws StoreError with the path, and with the advice if the file is missing. */
export function readJson<T>(file: string, schema: z.ZodMiniType<T>, advice: string): T {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) throw storeError(`${file} is missing. ${advice}`, error);
    throw storeError(`${file} cannot be read: ${errorMessage(error).replaceAll(/\s+/g, ' ')}.`, error);
  }
  return checked(schema, content, `${file} cannot be read`);
}

/** Reads the `remote.json`, or the `shell.json`, of a source. Throws StoreError if it is missing, invalid or of another app. */
export function readDeclaration(folder: string, name?: string): RemoteDeclaration {
  const file = name === SHELL ? 'shell.json' : 'remote.json';
  const advice = 'Run the command in the folder of a remote, or name it with --from.';
  const declaration = readJson(join(folder, file), remoteDeclarationSchema, advice);
  if (name === undefined || declaration.name === name) return declaration;
  throw storeError(`${file} in ${folder} declares ${declaration.name}, not ${name}.`);
}

/** Reads the remotes of a repository, or the repository itself, ordered by port; and the names of unreadable ones, with why. */
export function readRemotes(root: string) {
  const parent = join(root, 'remotes');
  const folders = existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [root];
  const remotes: RemoteDeclaration[] = [];
  const unreadable: { name: string; reason: string }[] = [];
  for (const folder of folders.filter((one) => existsSync(join(one, 'remote.json')))) {
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

/** The source folder of an app, `from` if it is given. Throws StoreError if there is no such app. */
export function sourceOf(name: string, from?: string): string {
  const folder = from ?? (IS_SITE ? join(ROOT, name === SHELL ? SHELL : `remotes/${name}`) : ROOT);
  if (name === SHELL || existsSync(join(folder, 'remote.json'))) return folder;
  if (from !== undefined) throw storeError(`There is no remote.json in ${folder}.`);
  const names = REMOTES.map((one) => one.name).join(', ');
  throw storeError(`There is no remote '${name}' here. Remotes: ${names}.`);
}

/** Throws StoreError if the packages of a source are not installed: each check would report it in its own words. */
export function requireInstalled(folder: string): void {
  if (existsSync(join(folder, 'node_modules'))) return;
  throw storeError(
    `${folder} has no node_modules, so it can be neither checked nor built: run \`npm install\` there${IS_SITE ? ', or `npm start` for a remote of this repository' : ''}.`,
  );
}
