import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const SCOPE = '@space/';

/** A package of the platform's source, as one app finds it. */
export interface SourcePackage {
  /** '@space/domain' */
  name: string;
  folder: string;
  /** Import specifier ('@space/supabase/backend') → absolute path of the module. */
  modules: Record<string, string>;
}

interface Manifest {
  name: string;
  exports?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** A package's `package.json`: a file of the package manager's, taken at its word. */
export const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The folder of a package as Node would find it from a folder; null when it is not installed. */
export function packageFrom(folder: string, name: string): string | null {
  for (let place = folder; ; place = dirname(place)) {
    const found = join(place, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
    if (dirname(place) === place) return null;
  }
}

function modulesOf(name: string, folder: string): Record<string, string> {
  const modules = Object.entries(manifestOf(folder).exports ?? {})
    .filter((one): one is [string, string] => typeof one[1] === 'string' && /\.tsx?$/.test(one[1]))
    .map(([path, file]) => [name + path.slice(1), join(folder, file)]);
  return Object.fromEntries(modules) as Record<string, string>;
}

/**
 * Finds the `@space/` packages that an app is compiled against: its own dependencies and theirs.
 *
 * Takes the app's folder; returns the packages in the order in which they are met. Throws when one is not
 * installed.
 */
export function packagesOf(folder: string): SourcePackage[] {
  const found = new Map<string, SourcePackage>();
  const visit = (from: string): void => {
    const { dependencies, devDependencies } = manifestOf(from);
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      if (!name.startsWith(SCOPE) || found.has(name)) continue;
      const place = packageFrom(from, name);
      if (place === null) throw new Error(`${name}, which ${from} needs, is not installed`);
      found.set(name, { name, folder: place, modules: modulesOf(name, place) });
      visit(place);
    }
  };
  visit(folder);
  return [...found.values()];
}

/** Whether a file lies in a folder, or is it. */
export const isWithin = (file: string, folder: string): boolean =>
  `${file}${sep}`.startsWith(`${folder}${sep}`);
