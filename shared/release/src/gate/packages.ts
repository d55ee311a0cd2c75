import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the platform's source, as one app finds it. */
export interface SourcePackage {
  /** '@space/domain' */
  name: string;
  folder: string;
  /** Import specifier ('@space/supabase/backend') → absolute path of the module. */
  modules: readonly (readonly [specifier: string, file: string])[];
}

interface Manifest {
  name: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** A package's `package.json`: one of ours, taken at its word. */
export const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Finds the `@space/` packages that an app is compiled against, its own dependencies and theirs, in the order in which they
 * are met. Takes the app's folder; throws when one is not installed.
 */
export function packagesOf(folder: string): SourcePackage[] {
  const found = new Map<string, SourcePackage>();
  const visit = (from: string): void => {
    const { dependencies, devDependencies } = manifestOf(from);
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      if (!name.startsWith('@space/') || found.has(name)) continue;
      const place = realpathSync(join(from, 'node_modules', name));
      const modules = Object.entries(manifestOf(place).exports ?? {})
        .filter(([, file]) => /\.tsx?$/.test(file))
        .map(([path, file]) => [name + path.slice(1), join(place, file)] as const);
      found.set(name, { name, folder: place, modules });
      visit(place);
    }
  };
  visit(folder);
  return [...found.values()];
}
