import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Refusal } from '@space/federation';
import { ROOT } from '../places.ts';
import { withStrictMethods } from './declarations.ts';
import type { ReleaseTypes } from './releaseTypes.ts';
import { tsc } from './tsc.ts';

/** What a remote was compiled against, and the names that it really takes. */
interface Wanted {
  types: ReleaseTypes;
  uses: readonly string[];
}

/** Folder of the shell's set; those of the remotes are called by their number. */
const SHARED = 'shared';
/** Where pnpm keeps every package from outside; a set does not carry their types. */
const PACKAGES = join(ROOT, 'node_modules', '.pnpm', 'node_modules');

/** As sources: in declaration files the compiler passes over imports that lead nowhere, and takes them for anything. */
async function writeSet(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const place = join(folder, file.replace(/\.d\.ts$/, '.ts'));
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, withStrictMethods(text));
  }
}

/** Before the names of a program, which have a line each. */
const HEAD_LINES = 2;

/** The program that the compiler judges: a line for each name, and one for the routes. */
function programOf(folder: string, { types, uses }: Wanted): string {
  const lines = [
    `import type * as shared from './${SHARED}/platform.js';`,
    `import type * as wanted from './${folder}/platform.js';`,
    ...uses.map((name, index) => {
      const key = JSON.stringify(name);
      return `export const use${index} = (value: (typeof shared)[${key}]): (typeof wanted)[${key}] => value;`;
    }),
  ];
  if (types.routes !== null) {
    lines.push(
      `import type { RemoteModule } from './${SHARED}/contract.js';`,
      `import type { routes } from './${folder}/routes.js';`,
      `export const exposed = (value: typeof routes): RemoteModule['routes'] => value;`,
    );
  }
  return lines.join('\n');
}

/** What the compiler calls a type that both sides have. */
const SIDE = /import\("\/?(\w+)\/[^"]*"\)\.([\w.]+)/g;
const STEP =
  /^(?:Types of property '(.+)'|The types of '(.+)'|The types returned by '(.+)'|Types of parameters '(.+)' and '.+') (?:are|is) /;
const LONG_TYPE = /'([^']{60})[^']{20,}'/g;
const MISSING = /^Property '.*' does not exist on type 'typeof import\("\/?(\w+)\/platform"\)'/;
const NOWHERE = /^Cannot find module '(.+)' or its corresponding type declarations$/;

/** The way to the cause, as people write it: 'notify.error(message)'. */
function pathOf(name: string, sentences: readonly string[]): string {
  return sentences.reduce((path, sentence) => {
    const [, property, properties, returned, parameter] = STEP.exec(sentence) ?? [];
    if (parameter !== undefined) return `${path.replace(/\(\.\.\.\)$/, '')}(${parameter})`;
    const step = property ?? properties ?? returned;
    return step === undefined ? path : `${path}.${step}`;
  }, name);
}

/** Takes the name that does not fit, null for the routes, and what the compiler says, the cause last. */
function messageOf(name: string | null, sentences: readonly string[]): string {
  const cause = (sentences.at(-1) ?? '')
    .replace(
      SIDE,
      (_whole, side: string, type: string) => `${type} (${side === SHARED ? 'shell' : 'remote'})`,
    )
    .replace(LONG_TYPE, "'$1…'")
    .replace(/\.$/, '')
    .replace(NOWHERE, "its types refer to '$1', which is not here");
  if (name === null) return `what it exposes does not fit the shell's contract: ${cause}`;
  const side = MISSING.exec(cause)?.[1];
  if (side === SHARED) return `the shell's platform has no '${name}'`;
  if (side !== undefined) return `the platform that it was compiled against has no '${name}'`;
  return `'${pathOf(name, sentences)}' is not what it was compiled against: ${cause}`;
}

/**
 * Lets the compiler decide whether what a shell shares replaces what remotes were compiled against. Structure alone
 * counts: a further optional field fits, a field that is gone or has another type does not, and a name that a remote
 * does not use may change freely. One run of the compiler, whatever the number of remotes.
 *
 * Returns for each remote, in the same order, a refusal with rule 'types' for every name that does not fit and one for
 * routes that do not. Throws when the shell's own types cannot be read.
 */
export async function checkTypes(shell: ReleaseTypes, remotes: readonly Wanted[]): Promise<Refusal[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'space-gate-'));
  try {
    await writeSet(join(folder, SHARED), shell.files);
    for (const [index, remote] of remotes.entries()) {
      await writeSet(join(folder, `${index}`), remote.types.files);
      await writeFile(join(folder, `${index}.ts`), programOf(`${index}`, remote));
    }
    await symlink(PACKAGES, join(folder, 'node_modules'), 'junction');
    const project = {
      extends: join(ROOT, 'shared', 'tooling', 'tsconfig.web.json'),
      // A remote that takes nothing leaves both sides unused; the sets are written as declarations are.
      compilerOptions: { noUnusedLocals: false, verbatimModuleSyntax: false, isolatedModules: false },
      files: [`${SHARED}/platform.ts`, ...remotes.map((_, index) => `${index}.ts`)],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const found = await tsc(folder);
    const broken = found.find(({ file }) => file === null || file.startsWith(`${SHARED}/`));
    if (broken) throw new Error(`The shell's types cannot be read: ${broken.sentences.join(' ')}`);
    return remotes.map(({ types, uses }, index) => {
      const refusals = found
        .filter(({ file }) => file === `${index}.ts` || file?.startsWith(`${index}/`))
        .map(({ file, line, sentences }): Refusal => {
          const name = file === `${index}.ts` ? (uses[line - 1 - HEAD_LINES] ?? null) : null;
          const where = name === null ? types.routes : types.places[name];
          const said = sentences.map((sentence) => sentence.replaceAll(folder, ''));
          return {
            rule: 'types',
            message: messageOf(name, said),
            ...(typeof where === 'string' && { where }),
          };
        });
      if (types.routes === null)
        refusals.push({ rule: 'types', message: 'its types say nothing of its routes' });
      return refusals;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
