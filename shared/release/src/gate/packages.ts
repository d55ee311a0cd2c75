import { readFileSync, realpathSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { importsOf } from '@space/federation/moduleNames';
import type { ReleaseTypes } from './releaseTypes.ts';

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
const manifestOf = (folder: string) =>
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

const SOURCE = /(?<!\.test)\.tsx?$/;
const UI = '@space/ui';

/**
 * Finds the lines of an app's source, and of the `@space/ui` that it bundles, to which a refusal can point: by their place
 * in a repository, whatever folder the app is released from.
 *
 * Takes the app's folder and its packages; returns the first place of each name that it takes from the platform, and
 * that of its routes.
 */
export async function placesOf(
  app: string,
  packages: readonly SourcePackage[],
): Promise<Pick<ReleaseTypes, 'places' | 'routes'>> {
  const places: Record<string, string> = {};
  let routes: string | null = null;
  for (const folder of [app, ...packages.filter(({ name }) => name === UI).map((one) => one.folder)]) {
    const { name } = manifestOf(folder);
    const home = name === UI ? 'shared/ui' : name.replace(/^@[^/]+/, 'remotes');
    const sources = await readdir(join(folder, 'src'), { recursive: true });
    for (const file of sources.filter((one) => SOURCE.test(one)).sort()) {
      const code = await readFile(join(folder, 'src', file), 'utf8');
      const place = `${home}/src/${file.split(sep).join('/')}`;
      for (const { name: taken, line } of importsOf(code, file, '@space/platform'))
        places[taken] ??= `${place}:${line}`;
      if (folder !== app || file !== 'routes.tsx') continue;
      const line = code.split('\n').findIndex((one) => /^export\b.*\broutes\b/.test(one)) + 1;
      routes = `${place}:${Math.max(line, 1)}`;
    }
  }
  return { places, routes };
}
