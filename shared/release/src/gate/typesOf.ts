import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, parse, posix, relative, resolve, sep } from 'node:path';
import { ROOT } from '../places.ts';
import { specifiersIn, withSpecifiers } from './declarations.ts';
import { packagesOf, placesOf } from './packages.ts';
import type { SourcePackage } from './packages.ts';
import type { ReleaseTypes } from './releaseTypes.ts';
import { tsc } from './tsc.ts';

/** What the compiler made of each module: source path without ending → its declarations, or why there are none. */
interface Emitted {
  texts: ReadonlyMap<string, string>;
  complaints: ReadonlyMap<string, string>;
}

const withoutEnding = (file: string) => file.replace(/\.tsx?$/, '');

/**
 * Emits the declarations of modules and of all that they reach. The packages are named by path: what the compiler finds
 * through `node_modules` it takes for another package's, and emits it only when its threads happen to meet it another way.
 */
async function emit(entries: readonly string[], modules: ReadonlyMap<string, string>): Promise<Emitted> {
  const folder = await mkdtemp(join(tmpdir(), 'space-types-'));
  try {
    const project = {
      extends: join(ROOT, 'shared', 'tooling', 'tsconfig.web.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        removeComments: true,
        // Whether the source is free of errors is the business of `npm run typecheck`.
        noCheck: true,
        rootDir: parse(ROOT).root,
        outDir: 'out',
        types: [],
        paths: Object.fromEntries([...modules].map(([name, file]) => [name, [file]])),
      },
      files: entries,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const complaints = new Map<string, string>();
    for (const { file, sentences } of await tsc(folder)) {
      const text = sentences.join(' ');
      if (file === null) throw new Error(`The compiler cannot make declarations: ${text}`);
      complaints.set(withoutEnding(resolve(folder, file)), text);
    }
    const texts = new Map<string, string>();
    const out = join(folder, 'out');
    for (const name of await readdir(out, { recursive: true })) {
      if (!name.endsWith('.d.ts')) continue;
      const source = join(parse(ROOT).root, name.replace(/\.d\.ts$/, ''));
      texts.set(source, await readFile(join(out, name), 'utf8'));
    }
    return { texts, complaints };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where a module lies in the set: 'domain/src/task', wherever its package is; of the app itself 'remote/src/routes'. */
function placeOf(source: string, app: string, packages: readonly SourcePackage[]): string {
  const owner = packages.find(({ folder }) => source.startsWith(folder + sep));
  const path = relative(owner?.folder ?? app, source);
  return [owner?.name.replace('@space/', '') ?? 'remote', ...path.split(sep)].join('/');
}

/**
 * Makes the types of a release from its source: the declarations of `@space/platform` and of the contract as this app
 * sees them, with all that they refer to, and for a remote those of its `src/routes.tsx`.
 *
 * Takes the app's folder ('remotes/retro', 'shell'); returns the types. Throws when the compiler cannot make them.
 */
export async function typesOf(sourceFolder: string): Promise<ReleaseTypes> {
  const app = realpathSync(sourceFolder);
  const packages = packagesOf(app);
  const modules = new Map(packages.flatMap((one) => one.modules));
  const routes = join(app, 'src', 'routes.tsx');
  const isRemote = existsSync(routes);
  const entries = {
    'platform.d.ts': modules.get('@space/platform') ?? '',
    'contract.d.ts': modules.get('@space/federation') ?? '',
    ...(isRemote && { 'routes.d.ts': routes }),
  };
  const { texts, complaints } = await emit(Object.values(entries), modules);
  /** The source that a module refers to; null for a package from outside. */
  const targetOf = (from: string, specifier: string): string | null => {
    const module = modules.get(specifier);
    if (module !== undefined) return withoutEnding(module);
    if (!specifier.startsWith('.')) return null;
    const target = join(dirname(from), withoutEnding(specifier));
    return texts.has(target) ? target : join(target, 'index');
  };

  const files: Record<string, string> = {};
  const add = (source: string): string => {
    const place = placeOf(source, app, packages);
    if (files[`${place}.d.ts`] !== undefined) return place;
    const text = texts.get(source);
    const complaint = complaints.get(source);
    if (text === undefined || complaint !== undefined)
      throw new Error(`No declarations for ${place}: ${complaint ?? 'there is no such module'}`);
    files[`${place}.d.ts`] = withSpecifiers(text, (specifier) => {
      const target = targetOf(source, specifier);
      if (target === null) return specifier;
      const path = posix.relative(posix.dirname(place), placeOf(target, app, packages));
      return `${path.startsWith('.') ? path : `./${path}`}.js`;
    });
    for (const specifier of specifiersIn(text)) {
      const target = targetOf(source, specifier);
      if (target !== null) add(target);
    }
    return place;
  };
  for (const [entry, module] of Object.entries(entries))
    files[entry] = `export * from './${add(withoutEnding(module))}.js';\n`;
  return isRemote ? { files, ...(await placesOf(app, packages)) } : { files, places: {}, routes: null };
}
