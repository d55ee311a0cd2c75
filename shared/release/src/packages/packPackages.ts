import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'tsdown';
import { ROOT } from '../places.ts';

const SHARED = join(ROOT, 'shared');

/** The packages of a repository of one's own: folder names below `shared/`. */
const PACKAGES = ['domain', 'federation', 'platform', 'release', 'ui'] as const;

/** Modules of the command that are started as processes or passed as paths, and not imported. */
const NOT_IMPORTED = ['pagesOf.ts', 'tryPages.ts', 'mountPage.tsx', 'renderPage.tsx'];

/** The sources of what `publishConfig` names: `dist/ui/src/index.js` is built from `src/index.ts`. */
async function entriesOf(name: (typeof PACKAGES)[number]): Promise<Record<string, string>> {
  // Trusted: a package.json of this repository.
  const { publishConfig } = JSON.parse(await readFile(join(SHARED, name, 'package.json'), 'utf8')) as {
    publishConfig: { exports: Record<string, string>; bin?: Record<string, string> };
  };
  const outputs = Object.values({ ...publishConfig.exports, ...publishConfig.bin });
  const sources = outputs
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replace(`./dist/${name}/`, '').replace(/\.js$/, '.ts'))
    .map((file) => (existsSync(join(SHARED, name, file)) ? file : `${file}x`));
  const more = name === 'release' ? NOT_IMPORTED.map((file) => `src/prerender/${file}`) : [];
  return Object.fromEntries(
    [...sources, ...more].map((file) => [`${name}/${file.replace(/\.tsx?$/, '')}`, join(SHARED, name, file)]),
  );
}

/** Builds a package module by module; styles are copied. Packages of ours that are `devDependencies` become a part. */
async function buildPackage(name: (typeof PACKAGES)[number]): Promise<void> {
  const folder = join(SHARED, name);
  await build({
    cwd: folder,
    config: false,
    entry: await entriesOf(name),
    root: SHARED,
    unbundle: true,
    platform: 'neutral',
    target: 'es2023',
    // Only with `paths` does the compiler declare what becomes a part of a package from elsewhere.
    tsconfig: join(import.meta.dirname, 'tsconfig.json'),
    dts: name !== 'release',
    deps: {
      // The server is for `export`, which runs in this repository only.
      neverBundle: [/^node:/, /\.css$/, /^@space\/server/],
      // A dependency of others that a package does not declare ends the build.
      onlyBundle: [/^@space\//],
      // So `npm exec` needs nothing but this one package to make a repository.
      alwaysBundle: name === 'release' ? /^@space\/(domain|federation|store)(\/|$)/ : [],
    },
    inputOptions: { checks: { pluginTimings: false }, makeAbsoluteExternalsRelative: false },
    logLevel: 'error',
  });
  for (const part of ['src', 'template'].filter((one) => existsSync(join(folder, one))))
    await cp(join(folder, part), join(folder, 'dist', name, part), {
      recursive: true,
      filter: (file) => part === 'template' || !/\.tsx?$/.test(file),
    });
}

/**
 * Builds and packs what a repository of one's own installs: pnpm replaces `catalog:` and `workspace:` ranges with versions, and
 * applies `publishConfig`. Empties the folder; returns the paths of the archives. Throws if a package does not build.
 */
export async function packPackages(folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of PACKAGES) await buildPackage(name);
  const pnpm = join(ROOT, 'node_modules', '.bin', 'pnpm');
  const filters = PACKAGES.flatMap((name) => ['--filter', `./shared/${name}`]);
  await promisify(execFile)(pnpm, ['--recursive', ...filters, 'pack', '--pack-destination', folder], {
    cwd: ROOT,
    shell: process.platform === 'win32',
  });
  return (await readdir(folder)).map((file) => join(folder, file));
}
