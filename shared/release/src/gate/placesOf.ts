import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { importsOf } from '@space/federation/moduleNames';
import { manifestOf } from './packages.ts';
import type { SourcePackage } from './packages.ts';
import type { ReleaseTypes } from './releaseTypes.ts';

const SOURCE = /(?<!\.test)\.tsx?$/;

/** Where a package is in a repository, whatever folder it was released from: the same source has the same places. */
function homeOf(folder: string): string {
  const { name } = manifestOf(folder);
  const short = name.replace(/^@[^/]+\//, '');
  return short === 'ui' ? `shared/${short}` : `remotes/${short}`;
}

async function sourcesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'src'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Finds the lines of an app's source, and of the `@space/ui` that it bundles, to which a refusal can point.
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
  const bundled = packages.filter(({ name }) => name === '@space/ui').map(({ folder }) => folder);
  for (const folder of [app, ...bundled]) {
    const home = homeOf(folder);
    for (const file of await sourcesOf(folder)) {
      const code = await readFile(file, 'utf8');
      const place = `${home}/${relative(folder, file).split(sep).join('/')}`;
      for (const { name, line } of importsOf(code, file, '@space/platform'))
        places[name] ??= `${place}:${line}`;
      if (file !== join(app, 'src', 'routes.tsx')) continue;
      const line = code.split('\n').findIndex((one) => /^export\b.*\broutes\b/.test(one)) + 1;
      routes = `${place}:${Math.max(line, 1)}`;
    }
  }
  return { places, routes };
}
