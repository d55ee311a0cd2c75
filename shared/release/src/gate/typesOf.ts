import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesOf } from '@space/store';
import { ROOT } from '../places.ts';
import { REPORT_FILE, parseReleaseTypes, type ReleaseTypes } from './releaseTypes.ts';
import { tsc } from './tsc.ts';

/** A package.json of ours, taken at its word. */
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    exports?: Record<string, string>;
  };

/**
 * The modules of the packages in a folder: import specifier → file. What the compiler finds through `node_modules` it takes
 * for another's package, and makes its declarations only when its threads happen to meet it another way.
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
 * Makes the report of a platform by the compiler: the declarations of `@space/platform` and of the packages beside it that they
 * refer to, as they are. Takes the folder of its source, beside which the other packages lie. Throws when the compiler cannot
 * make it.
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
    const [complaint] = await tsc(folder);
    if (complaint)
      throw new Error(
        `The compiler cannot make the declarations of the platform: ${complaint.sentences.join(' ')}` +
          ` (${complaint.file ?? 'tsconfig.json'}:${complaint.line})`,
      );
    const out = join(folder, 'out');
    const files: Record<string, string> = {};
    for (const file of await filesOf(out)) files[file] = await readFile(join(out, file), 'utf8');
    return { platform: manifestOf(platform).version, files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The reports that this process has made: a command builds several apps against the same source. */
const reports = new Map<string, ReturnType<typeof reportOf>>();

function reportOnce(platform: string): ReturnType<typeof reportOf> {
  const report = reports.get(platform) ?? reportOf(platform);
  reports.set(platform, report);
  return report;
}

/**
 * The report of the platform that an app is built against. An installed package brings its own, made when that was packed.
 * Whether the source is free of errors is `checkSource`'s.
 *
 * Takes the app's source folder and the places where its build found uses of the platform; returns the report. Throws when
 * it cannot be made.
 */
export async function typesOf(app: string, places: Readonly<Record<string, string>>): Promise<ReleaseTypes> {
  const installed = join(app, 'node_modules', '@space', 'platform');
  const platform = existsSync(installed) ? realpathSync(installed) : join(ROOT, 'shared', 'platform');
  if (existsSync(join(platform, 'src'))) return { ...(await reportOnce(platform)), places };
  const report: unknown = JSON.parse(await readFile(join(platform, 'dist', REPORT_FILE), 'utf8'));
  return parseReleaseTypes({ ...(report as object), places });
}
