import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { ROOT } from '../places.ts';
import { specifiersIn, withStrictMethods } from './declarations.ts';
import { packageFrom } from './packages.ts';
import { ENTRIES } from './releaseTypes.ts';
import type { ReleaseTypes } from './releaseTypes.ts';
import { tsc } from './tsc.ts';

/** What a remote was compiled against, and the names that it really takes. */
export interface Wanted {
  types: ReleaseTypes;
  uses: readonly string[];
}

/** One name that does not fit; `name` is null for the exposed routes. */
export interface Misfit {
  name: string | null;
  /** What the compiler says, from the outermost sentence to the one that names the cause. */
  sentences: string[];
}

/** Folder of the shell's set; those of the remotes are called by their number. */
const SHARED = 'shared';

interface Written {
  /** The packages from outside that the set refers to. */
  outside: Set<string>;
  /** What it refers to as its own and does not hold. The compiler would take it for anything at all. */
  dangling: string[];
}

async function writeSet(folder: string, files: Readonly<Record<string, string>>): Promise<Written> {
  const outside = new Set<string>();
  const dangling: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), withStrictMethods(text));
    for (const specifier of specifiersIn(text)) {
      const name = /^(?:@[^/]+\/)?[^./][^/]*/.exec(specifier)?.[0];
      const own = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.d.ts');
      if (name !== undefined) outside.add(name);
      else if (!Object.hasOwn(files, own)) dangling.push(specifier);
    }
  }
  return { outside, dangling };
}

/**
 * Lets a folder resolve packages as the workspace does. Types of packages from outside are those installed here: a set
 * does not carry them.
 */
async function linkPackages(folder: string, names: Iterable<string>): Promise<string[]> {
  const homes = ['shared', 'remotes', '.'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(ROOT, parent, name)),
  );
  const missing: string[] = [];
  for (const name of names) {
    const types = `@types/${name.replace(/^@(.+)\//, '$1__')}`;
    const home = homes.find((one) => packageFrom(one, name) !== null);
    if (home === undefined) missing.push(name);
    for (const wanted of [name, types]) {
      const found = home === undefined ? null : packageFrom(home, wanted);
      if (found === null) continue;
      const place = join(folder, 'node_modules', wanted);
      await mkdir(dirname(place), { recursive: true });
      await symlink(found, place, 'junction');
    }
  }
  return missing;
}

/** The program that the compiler judges: what each line is about, by its number less one. */
function checkProgram(folder: string, { types, uses }: Wanted): { code: string; about: (string | null)[] } {
  const lines: [about: string | null, code: string][] = [
    [null, `import type * as shared from './${SHARED}/platform.js';`],
    [null, `import type * as wanted from './${folder}/platform.js';`],
  ];
  for (const [index, name] of uses.entries()) {
    const key = JSON.stringify(name);
    lines.push(
      [name, `type Wanted${index} = (typeof wanted)[${key}];`],
      [name, `type Shared${index} = (typeof shared)[${key}];`],
      [name, `export const use${index} = (value: Shared${index}): Wanted${index} => value;`],
    );
  }
  if (types.routes !== null) {
    lines.push(
      [null, `import type { RemoteModule } from './${SHARED}/contract.js';`],
      [null, `import type { routes } from './${folder}/routes.js';`],
      [null, `export const exposed = (value: typeof routes): RemoteModule['routes'] => value;`],
    );
  }
  return { code: `${lines.map(([, code]) => code).join('\n')}\n`, about: lines.map(([about]) => about) };
}

/**
 * Lets the compiler decide whether what a shell shares replaces what remotes were compiled against. Structure alone
 * counts: a further optional field fits, a field that is gone or has another type does not, and a name that a remote
 * does not use may change freely.
 *
 * Takes the shell's types and, for each remote, its own with the names that it uses; returns what does not fit, in the
 * order of the remotes. Throws when the shell's own types cannot be read. One run of the compiler, whatever the number.
 */
export async function compareTypes(shell: ReleaseTypes, remotes: readonly Wanted[]): Promise<Misfit[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'space-gate-'));
  try {
    const shared = await writeSet(join(folder, SHARED), shell.files);
    const programs = await Promise.all(
      remotes.map(async (remote, index) => {
        const written = await writeSet(join(folder, `${index}`), remote.types.files);
        const { code, about } = checkProgram(`${index}`, remote);
        await writeFile(join(folder, `${index}.ts`), code);
        return { about, ...written };
      }),
    );
    const missing = await linkPackages(
      folder,
      new Set([shared, ...programs].flatMap(({ outside }) => [...outside])),
    );
    const project = {
      extends: join(ROOT, 'shared', 'tooling', 'tsconfig.web.json'),
      // A remote that takes nothing leaves both sides unused.
      compilerOptions: { noUnusedLocals: false },
      files: [`${SHARED}/${ENTRIES.platform}`, ...remotes.map((_, index) => `${index}.ts`)],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const found = await tsc(folder);

    const unknownTo = ({ outside, dangling }: Written) => [
      ...missing.filter((name) => outside.has(name)),
      ...dangling,
    ];
    const broken = found.find(({ file }) => file === null || file.startsWith(`${SHARED}/`))?.sentences ?? [];
    const [unknown] = unknownTo(shared);
    if (unknown !== undefined) broken.push(`they refer to '${unknown}', which is not here`);
    if (broken.length > 0) throw new Error(`The shell's types cannot be read: ${broken.join(' ')}`);

    return programs.map((program, index) => [
      ...unknownTo(program).map((name) => ({
        name: null,
        sentences: [`its types refer to '${name}', which is not here`],
      })),
      ...found
        .filter(({ file }) => file === `${index}.ts` || file?.startsWith(`${index}/`))
        .map(({ file, line, sentences }) => ({
          name: file === `${index}.ts` ? (program.about[line - 1] ?? null) : null,
          sentences: sentences.map((sentence) => sentence.replaceAll(folder, '')),
        })),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
