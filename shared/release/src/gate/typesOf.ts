import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesOf } from '@space/store';
import { ROOT } from '../places.ts';
import { REPORT_FILE, parseReleaseTypes, type ReleaseTypes } from './releaseTypes.ts';
import { tsc } from './tsc.ts';

/** Reads a package.json of this repository, which is trusted. */
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    exports?: Record<string, string>;
  };

/**
 * The modules of the packages in a folder: import specifier → file. Without these paths the compiler would find the
 * packages in `node_modules`, treat them as external, and not reliably emit their declarations.
 */
export function modulesIn(shared: string): Record<string, [string]> {
  const names = readdirSync(shared).filter((name) => existsSync(join(shared, name, 'package.json')));
  const modules = names.flatMap((name) =>
    Object.entries(manifestOf(join(shared, name)).exports ?? {}).map(([path, file]): [string, [string]] => [
      `@space/${name}${path.slice(1)}`,
      [join(shared, name, file)],
    ]),
  );
  return Object.fromEntries(modules);
}

/**
 * Generates the types of a platform with the compiler: the declarations of `@space/platform` and of the neighbouring
 * packages that they refer to. Takes the source folder of the platform, next to which the other packages are. Throws when
 * the compiler fails.
 */
export async function reportOf(platform: string): Promise<Pick<ReleaseTypes, 'platform' | 'files'>> {
  const shared = dirname(platform);
  const folder = await mkdtemp(join(tmpdir(), 'space-types-'));
  try {
    const project = {
      extends: join(ROOT, 'shared', 'tooling', 'tsconfig.web.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        removeComments: true,
        noCheck: true,
        rootDir: shared,
        outDir: 'out',
        types: [],
        paths: modulesIn(shared),
      },
      files: [join(platform, 'src', 'index.ts')],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const [diagnostic] = await tsc(folder);
    if (diagnostic)
      throw new Error(
        `The compiler cannot create the declarations of the platform: ${diagnostic.sentences.join(' ')}` +
          ` (${diagnostic.file ?? 'tsconfig.json'}:${diagnostic.line})`,
      );
    const out = join(folder, 'out');
    const files: Record<string, string> = {};
    for (const file of await filesOf(out)) files[file] = await readFile(join(out, file), 'utf8');
    return { platform: manifestOf(platform).version, files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A cache of the generated types: a command may build several apps against the same source. */
const reports = new Map<string, ReturnType<typeof reportOf>>();

function cachedReport(platform: string): ReturnType<typeof reportOf> {
  const report = reports.get(platform) ?? reportOf(platform);
  reports.set(platform, report);
  return report;
}

/**
 * The types of the platform that an app is built against: generated from its source, or read from the installed package.
 * Type errors in the app are not checked here but by `checkSource`.
 *
 * Takes the app's source folder and the places where its build found uses of the platform; returns the types. Throws when
 * they cannot be generated or read.
 */
export async function typesOf(app: string, places: Readonly<Record<string, string>>): Promise<ReleaseTypes> {
  const installed = join(app, 'node_modules', '@space', 'platform');
  const platform = existsSync(installed) ? realpathSync(installed) : join(ROOT, 'shared', 'platform');
  if (existsSync(join(platform, 'src'))) return { ...(await cachedReport(platform)), places };
  const report: unknown = JSON.parse(await readFile(join(platform, 'dist', REPORT_FILE), 'utf8'));
  return parseReleaseTypes({ ...(report as object), places });
}
