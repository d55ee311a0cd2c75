import { readFile, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { importsOf } from '@space/federation/moduleNames';
import { manifestOf } from './packages.ts';
import type { SourcePackage } from './packages.ts';
import type { ReleaseTypes } from './releaseTypes.ts';

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
