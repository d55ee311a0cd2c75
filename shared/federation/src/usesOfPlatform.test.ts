import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { usesOfPlatform } from './usesOfPlatform.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'space-uses-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Builds the routes among the given files with the plugin; returns the names that it has seen, each with its place. */
async function usesOf(files: Record<string, string>): Promise<Record<string, string>> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const uses = usesOfPlatform('clock');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [uses.plugin],
    build: {
      write: false,
      rolldownOptions: {
        input: join(folder, 'routes.ts'),
        external: '@space/platform',
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const places = uses.places();
  expect(uses.names()).toEqual(Object.keys(places).sort());
  return places;
}

describe('usesOfPlatform', () => {
  test('collects the names that all modules import, lazy pages included, with one location each', async () => {
    expect(
      await usesOf({
        'routes.ts':
          "import { notify } from '@space/platform'; export const routes = [() => import('./Page.ts'), notify];",
        'Page.ts':
          "\nimport { notify, useToday as day, type Notice } from '@space/platform'; export const Page = [day, notify];",
      }),
    ).toEqual({ notify: 'remotes/clock/Page.ts:2', useToday: 'remotes/clock/Page.ts:2' });
  });

  test('does not count a module that is left out of the build because it is unused', async () => {
    expect(
      await usesOf({
        'package.json': '{ "sideEffects": false }',
        'routes.ts': "import { Badge } from './ui.ts'; export const routes = Badge;",
        'ui.ts': "export { Badge } from './Badge.ts'; export { Menu } from './Menu.ts';",
        'Badge.ts': 'export const Badge = 1;',
        'Menu.ts': "import { Link } from '@space/platform'; export const Menu = Link;",
      }),
    ).toEqual({});
  });

  test('fails the build for an import of the whole platform, and names the location', async () => {
    await expect(
      usesOf({ 'routes.ts': "\nimport * as all from '@space/platform'; export const routes = all;" }),
    ).rejects.toThrow(/routes\.ts:2: import from @space\/platform by name/);
  });
});
