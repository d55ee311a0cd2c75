import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  SHELL,
  checked,
  remoteDeclarationSchema,
  storeError,
  sentenceOf,
  type RemoteDeclaration,
} from '@space/store';

const ABOVE = fileURLToPath(new URL('../../..', import.meta.url));
/** Whether this is the repository of the site. As an installed package it is in that of a remote (decision 040). */
export const IS_SITE = existsSync(join(ABOVE, 'shared', 'release', 'package.json'));
/** The repository's folder: the site's, or the remote's, in which the command was typed. */
export const ROOT = IS_SITE ? ABOVE : process.cwd();
/** The store of this machine: what `npm start` serves, and the server's default `SITE_DIR`. */
export const SITE = join(ROOT, 'dist', 'site');
/** The store of the tests: this checkout's sources, one release of each, and nothing that a person released. */
export const TEST_SITE = join(ROOT, 'dist', 'test-site');

/**
 * What a team declares in its `remote.json`. Takes the folder of the remote's source (or that of the shell, and the name of
 * its file). Throws StoreError, which names the file, when it is missing, no JSON or breaks the schema.
 */
export function readDeclaration(folder: string, file = 'remote.json'): RemoteDeclaration {
  const path = join(folder, file);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw storeError(`${path} cannot be read: ${sentenceOf(error).replaceAll(/\s+/g, ' ')}.`, error);
  }
  return checked(remoteDeclarationSchema, content, `${path} cannot be read`);
}

/** The remotes of a repository, and those whose declaration is broken: their folder's name and why. */
export interface Remotes {
  remotes: readonly RemoteDeclaration[];
  unreadable: readonly { name: string; reason: string }[];
}

/**
 * The remotes of a repository: each folder of `remotes/` with a `remote.json`, in the order of their ports; in the repository
 * of one remote that one. Each is read by itself: a broken one is named, and the others are there. Takes the repository's
 * folder.
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
      unreadable.push({ name: basename(folder), reason: sentenceOf(error) });
    }
  }
  return { remotes: remotes.sort((one, other) => one.port - other.port), unreadable };
}

/** The remotes of this repository that can be read, and those that cannot. */
export const { remotes: REMOTES, unreadable: UNREADABLE } = readRemotes(ROOT);

/** The source folder of the shell or of a remote of this repository. */
export function sourceOf(name: string): string {
  if (!IS_SITE) return ROOT;
  return name === SHELL ? join(ROOT, 'shell') : join(ROOT, 'remotes', name);
}

/**
 * The remote that a command names, with its folder. Throws StoreError when there is none of that name, or when its
 * declaration cannot be read.
 */
export function remoteNamed(name: string | undefined): { name: string; port: number; folder: string } {
  const remote = REMOTES.find((one) => one.name === name);
  if (remote) return { ...remote, folder: sourceOf(remote.name) };
  const broken = UNREADABLE.find((one) => one.name === name);
  if (broken) throw storeError(broken.reason);
  const names = REMOTES.map((one) => one.name).join(', ');
  throw storeError(`Say which remote: ${names}.${name === undefined ? '' : ` There is no '${name}'.`}`);
}
