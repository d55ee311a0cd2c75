import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteDeclarationSchema } from '@space/store';
import type { RemoteDeclaration } from '@space/store';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The store of this machine: what `npm start` serves, and the server's default `SITE_DIR`. */
export const SITE = join(ROOT, 'dist', 'site');

/**
 * What a team declares in its `remote.json`. Takes the folder of the remote's source (or that of the shell, and the name of
 * its file); throws when the file is missing or breaks the schema.
 */
export function readDeclaration(folder: string, file = 'remote.json'): RemoteDeclaration {
  return remoteDeclarationSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

/**
 * The remotes of a repository: each folder of `remotes/` with a `remote.json`, in the order of their ports.
 *
 * Takes the repository's folder; throws when a declaration cannot be read.
 */
export function readRemotes(root: string): readonly RemoteDeclaration[] {
  const folder = join(root, 'remotes');
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((remote) => existsSync(join(remote, 'remote.json')))
    .map((remote) => readDeclaration(remote))
    .sort((one, other) => one.port - other.port);
}

/** The remotes of this repository. */
export const REMOTES = readRemotes(ROOT);

/** The remote that a command names, with its folder. Throws an Error for people to read when there is none of that name. */
export function remoteNamed(name: string | undefined): { name: string; port: number; folder: string } {
  const remote = REMOTES.find((one) => one.name === name);
  const names = REMOTES.map((one) => one.name).join(', ');
  if (!remote)
    throw new Error(`Say which remote: ${names}.${name === undefined ? '' : ` There is no '${name}'.`}`);
  return { ...remote, folder: join(ROOT, 'remotes', remote.name) };
}
