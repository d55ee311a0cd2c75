import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Where the composed site is put; the server's default `SITE_DIR`. */
export const SITE = join(ROOT, 'dist', 'site');

/** What the tools need to know of a remote before anything is built. */
export interface RemotePlace {
  name: string;
  /** The port of its development server. */
  port: number;
}

/** Takes the repository's folder; returns the remotes in it (each `remotes/<name>/remote.json`), by port. */
export function readRemotes(root: string): readonly RemotePlace[] {
  const folder = join(root, 'remotes');
  return readdirSync(folder)
    .map((name) => join(folder, name, 'remote.json'))
    .filter((file) => existsSync(file))
    .map((file) => {
      // Its team's declaration; the gate checks all of it before a release.
      const { name, port } = JSON.parse(readFileSync(file, 'utf8')) as RemotePlace;
      return { name, port };
    })
    .sort((one, other) => one.port - other.port);
}

/** The remotes of this repository. */
export const REMOTES = readRemotes(ROOT);
