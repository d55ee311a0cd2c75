import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '@space/federation';
import { ROOT } from '../places.ts';
import type { ReleaseTypes } from './releaseTypes.ts';
import { tsc } from './tsc.ts';

/** The types that a remote was built against, and the platform names that it uses. */
interface RemoteUses {
  types: ReleaseTypes;
  uses: readonly string[];
}

/** The folder of the shell's types; the folders of the remotes are named by their index. */
const SHELL_SIDE = 'shell';
/** The folder in which pnpm keeps all external packages; a release does not contain their types. */
const PACKAGES = join(ROOT, 'node_modules', '.pnpm', 'node_modules');
const PLATFORM = 'node_modules/@space/platform/src/index.js';

/** Writes one side's types as packages, so that they import each other and not the packages of the other side. */
async function writeTypes(folder: string, { files }: ReleaseTypes): Promise<void> {
  const packages = join(folder, 'node_modules', '@space');
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(packages, dirname(file)), { recursive: true });
    await writeFile(join(packages, file), text);
    const [name = ''] = file.split('/');
    const manifest = { name: `@space/${name}`, exports: { '.': './src/index.d.ts' } };
    if (file === `${name}/src/index.d.ts`)
      await writeFile(join(packages, name, 'package.json'), JSON.stringify(manifest));
  }
}

/** The lines of a program before its list of names, which has one line for each name. */
const HEADER_LINES = 2;

/** The program that the compiler checks: a line for each name. */
const programOf = (side: string, { uses }: RemoteUses) =>
  [
    `import type * as shared from './${SHELL_SIDE}/${PLATFORM}';`,
    `import type * as wanted from './${side}/${PLATFORM}';`,
    ...uses.map((name, index) => {
      const key = JSON.stringify(name);
      return `export const use${index} = (value: (typeof shared)[${key}]): (typeof wanted)[${key}] => value;`;
    }),
  ].join('\n');

/** How the compiler prints a type that exists on both sides. */
const SIDE = /import\("[^"]*?(\w+)\/node_modules\/@space\/[^"]*"\)\.([\w.]+)/g;
const STEP =
  /^(?:Types of property '(.+)'|The types of '(.+)'|The types returned by '(.+)'|Types of parameters '(.+)' and '.+') (?:are|is) /;
const LONG_TYPE = /'([^']{60})[^']{20,}'/g;

/** The path to the cause of an error, as people write it: 'notify.error(message)'. */
function pathOf(name: string, sentences: readonly string[]): string {
  return sentences.reduce((path, sentence) => {
    const [, property, properties, returned, parameter] = STEP.exec(sentence) ?? [];
    if (parameter !== undefined) return `${path.replace(/\(\.\.\.\)$/, '')}(${parameter})`;
    const step = property ?? properties ?? returned;
    return step === undefined ? path : `${path}.${step}`;
  }, name);
}

/** Both platform versions for a message; old releases do not record one. */
const versionsOf = (wanted: ReleaseTypes, shell: ReleaseTypes) =>
  wanted.platform === undefined || shell.platform === undefined
    ? ''
    : ` (platform ${wanted.platform}, the shell has ${shell.platform})`;

/** Formats a refusal. Takes the incompatible name, the compiler's messages (the cause is the last one), and both types. */
function messageOf(
  name: string,
  sentences: readonly string[],
  wanted: ReleaseTypes,
  shell: ReleaseTypes,
): string {
  const cause = (sentences.at(-1) ?? '')
    .replace(SIDE, (_, side: string, type: string) => `${type} (${side === SHELL_SIDE ? 'shell' : 'remote'})`)
    .replace(LONG_TYPE, "'$1…'")
    .replace(/\.$/, '');
  return `'${pathOf(name, sentences)}' is not what it was built against${versionsOf(wanted, shell)}: ${cause}`;
}

/**
 * Checks with the compiler whether the platform that a shell shares is compatible with the types that remotes were built
 * against. Types are compared structurally: an added function or optional field is compatible, a removed or changed one is
 * not. Names that a remote does not use may change freely. The compiler runs once for all
 * remotes, and not at all if they were built against the same types.
 *
 * Returns for each remote, in the same order, a refusal with rule 'types' for each incompatible name.
 */
export async function checkTypes(shell: ReleaseTypes, remotes: readonly RemoteUses[]): Promise<Refusal[][]> {
  const others = [...remotes.entries()].filter(
    ([, { types }]) => !isDeepStrictEqual(types.files, shell.files),
  );
  if (others.length === 0) return remotes.map(() => []);
  const folder = await mkdtemp(join(tmpdir(), 'space-gate-'));
  try {
    await writeTypes(join(folder, SHELL_SIDE), shell);
    for (const [index, remote] of others) {
      await writeTypes(join(folder, `${index}`), remote.types);
      await writeFile(join(folder, `${index}.ts`), programOf(`${index}`, remote));
    }
    await symlink(PACKAGES, join(folder, 'node_modules'), 'junction');
    const project = {
      extends: join(ROOT, 'shared', 'tooling', 'tsconfig.web.json'),
      // The imports are unused if a remote uses no name.
      compilerOptions: { noUnusedLocals: false },
      files: others.map(([index]) => `${index}.ts`),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const found = await tsc(folder);
    return remotes.map(({ types, uses }, index) =>
      found
        .filter(({ file }) => file === `${index}.ts`)
        .map(({ line, sentences }): Refusal => {
          const name = uses[line - 1 - HEADER_LINES] ?? 'the platform';
          const where = types.places[name];
          const message = messageOf(name, sentences, types, shell);
          return { rule: 'types', message, ...(where !== undefined && { where }) };
        }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
