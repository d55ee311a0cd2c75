import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A version of a package, as a registry describes it. */
export type Described = Record<string, unknown> & { name: string; version: string; dist: object };

/** An entry of `packages:` in the lock file: name, version, hash, and its other fields. */
const ENTRY =
  /^ {2}'?((?:@[^/\s]+\/)?[^@'\s]+)@([^'(\s:]+)'?:\n {4}resolution: \{integrity: ([^,}]+)\}\n((?: {4}.*\n)*)/gm;
/** The fields that restrict an entry to certain machines. */
const MACHINES = /^ {4}(cpu|os|libc): \[(.+)\]$/gm;

/**
 * Describes every external package of this repository as a registry would, from the lock file and the installed files. Their
 * archives are not needed, because pnpm's store has them by hash. Takes the repository's folder.
 */
export function installedPackages(root: string): Described[] {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const listed = lock.slice(lock.indexOf('\npackages:\n'), lock.indexOf('\nsnapshots:\n'));
  const store = join(root, 'node_modules', '.pnpm');
  const folders = readdirSync(store);
  /** The package.json of an installed package; empty for a package that is not installed on this kind of machine. */
  const manifestOf = (name: string, version: string): object => {
    const start = `${name.replace('/', '+')}@${version}`;
    const folder = folders.find((one) => one === start || one.startsWith(`${start}_`));
    if (folder === undefined) return {};
    const file = join(store, folder, 'node_modules', name, 'package.json');
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  };
  return [...listed.matchAll(ENTRY)].map(([, name = '', version = '', integrity, more = '']) => ({
    ...manifestOf(name, version),
    ...Object.fromEntries([...more.matchAll(MACHINES)].map(([, key, of = '']) => [key, of.split(', ')])),
    name,
    version,
    dist: { integrity },
  }));
}
