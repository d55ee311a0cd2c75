import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, parse, posix, relative, resolve, sep } from 'node:path';
import { ROOT } from '../places.ts';
import { specifiersIn, withSpecifiers } from './declarations.ts';
import { isWithin, packagesOf } from './packages.ts';
import type { SourcePackage } from './packages.ts';
import { placesOf } from './placesOf.ts';
import { ENTRIES } from './releaseTypes.ts';
import type { ReleaseTypes } from './releaseTypes.ts';
import { tsc } from './tsc.ts';

const ROUTES = 'src/routes.tsx';

interface Declarations {
  text: string;
  /** What the compiler could not write down; null when it wrote all. */
  complaint: string | null;
}

const withoutEnding = (file: string) => file.replace(/\.tsx?$/, '');

/**
 * Emits the declarations of modules and of all that they reach. The packages are named by path: what the compiler finds
 * through `node_modules` it takes for another package's, and emits it only when its threads happen to meet it another way.
 *
 * Returns source path without ending → declarations.
 */
async function emit(
  modules: readonly string[],
  packages: Readonly<Record<string, string>>,
): Promise<Map<string, Declarations>> {
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
        paths: Object.fromEntries(Object.entries(packages).map(([name, file]) => [name, [file]])),
      },
      files: modules,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const complaints = new Map<string, string>();
    for (const { file, sentences } of await tsc(folder)) {
      const text = sentences.join(' ');
      if (file === null) throw new Error(`The compiler cannot make declarations: ${text}`);
      complaints.set(withoutEnding(resolve(folder, file)), text);
    }
    const out = join(folder, 'out');
    const emitted = new Map<string, Declarations>();
    for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const source = parse(ROOT).root + file.slice(out.length + 1).replace(/\.d\.ts$/, '');
      const complaint = complaints.get(source) ?? null;
      emitted.set(source, { text: await readFile(file, 'utf8'), complaint });
    }
    return emitted;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The set of declarations that some entries reach, written so that nothing in it depends on where it was made. */
function gather(
  entries: Readonly<Record<string, string>>,
  emitted: ReadonlyMap<string, Declarations>,
  packages: readonly SourcePackage[],
  modules: Readonly<Record<string, string>>,
  app: string,
): Record<string, string> {
  const placeOf = (source: string) => {
    const owner = packages.find(({ folder }) => isWithin(source, folder));
    const place = relative(owner?.folder ?? app, source)
      .split(sep)
      .join('/');
    return `${owner?.name.replace('@space/', '') ?? 'remote'}/${place}`;
  };
  const targetOf = (from: string, specifier: string): string | null => {
    const module = modules[specifier];
    if (module !== undefined) return withoutEnding(module);
    if (!specifier.startsWith('.')) return null;
    const target = join(dirname(from), withoutEnding(specifier));
    return emitted.has(target) ? target : join(target, 'index');
  };

  const files: Record<string, string> = {};
  const queue: string[] = [];
  for (const [entry, module] of Object.entries(entries)) {
    const source = withoutEnding(module);
    files[entry] = `export * from './${placeOf(source)}.js';\n`;
    queue.push(source);
  }
  for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
    const place = placeOf(source);
    if (files[`${place}.d.ts`] !== undefined) continue;
    const { text, complaint } = emitted.get(source) ?? { text: '', complaint: 'There is no such module.' };
    if (complaint !== null) throw new Error(`No declarations for ${place}: ${complaint}`);
    const from = source;
    const targets = new Map(specifiersIn(text).map((specifier) => [specifier, targetOf(from, specifier)]));
    for (const [specifier, target] of targets) {
      if (target === null) continue;
      if (!emitted.has(target))
        throw new Error(`The types of ${place} refer to ${specifier}, which has none`);
      queue.push(target);
    }
    files[`${place}.d.ts`] = withSpecifiers(text, (specifier) => {
      const target = targets.get(specifier) ?? null;
      if (target === null) return specifier;
      const path = posix.relative(posix.dirname(place), placeOf(target));
      return `${path.startsWith('.') ? path : `./${path}`}.js`;
    });
  }
  return files;
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
  const modules = Object.assign({}, ...packages.map((one) => one.modules)) as Record<string, string>;
  const moduleOf = (name: string) => {
    const found = modules[name];
    if (found === undefined) throw new Error(`${app} does not depend on ${name}`);
    return found;
  };
  const routes = join(app, ROUTES);
  const isRemote = existsSync(routes);
  const entries = {
    [ENTRIES.platform]: moduleOf('@space/platform'),
    [ENTRIES.contract]: moduleOf('@space/federation'),
    ...(isRemote && { [ENTRIES.routes]: routes }),
  };
  const emitted = await emit(Object.values(entries), modules);
  const files = gather(entries, emitted, packages, modules, app);
  return isRemote ? { files, ...(await placesOf(app, packages)) } : { files, places: {}, routes: null };
}
