import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A version of a package, as a registry describes it. */
export type Described = Record<string, unknown> & { name: string; version: string; dist: object };

/** An entry of `packages:` in the lock file: name, version, hash, and what it says besides. */
const ENTRY =
  /^ {2}'?((?:@[^/\s]+\/)?[^@'\s]+)@([^'(\s:]+)'?:\n {4}resolution: \{integrity: ([^,}]+)\}\n((?: {4}.*\n)*)/gm;
/** For which machines it is. */
const MACHINES = /^ {4}(cpu|os|libc): \[(.+)\]$/gm;

/**
 * Every package from outside that this repository installs, as a registry describes it, but from the lock file and the installed
 * files. Their bytes are in pnpm's store, which finds them by their hash. Takes the repository's folder.
 */
export function installedPackages(root: string): Described[] {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const listed = lock.slice(lock.indexOf('\npackages:\n'), lock.indexOf('\nsnapshots:\n'));
  const store = join(root, 'node_modules', '.pnpm');
  const folders = readdirSync(store);
  /** Nothing for a package that is for another kind of machine. */
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
