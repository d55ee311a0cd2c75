import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '@space/federation';
import { ROOT } from '../places.ts';
import type { ReleaseTypes } from './releaseTypes.ts';
import { tsc } from './tsc.ts';

/** What a remote was built against, and the names that it really takes. */
interface Wanted {
  types: ReleaseTypes;
  uses: readonly string[];
  /** The slots that it fills: what they give comes from others, through the platform's types. */
  slots?: readonly string[];
}

/** Folder of the shell's report; those of the remotes are called by their number. */
const SHELL_SIDE = 'shell';
/** Where pnpm keeps every package from outside; a report does not carry their types. */
const PACKAGES = join(ROOT, 'node_modules', '.pnpm', 'node_modules');
const PLATFORM = 'node_modules/@space/platform/src/index.js';

/** Where each side's packages find each other, and not those of the other side. */
async function writeReport(folder: string, { files }: ReleaseTypes): Promise<void> {
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

/** Before the names of a program, which have a line each. */
const HEAD_LINES = 2;

const dataOf = (slot: string) => `the data of ${slot}`;

/** The program that the compiler judges: a line for each name, then one for each slot. */
const programOf = (side: string, { uses, slots = [] }: Wanted) =>
  [
    `import type * as shared from './${SHELL_SIDE}/${PLATFORM}';`,
    `import type * as wanted from './${side}/${PLATFORM}';`,
    ...uses.map((name, index) => {
      const key = JSON.stringify(name);
      return `export const use${index} = (value: (typeof shared)[${key}]): (typeof wanted)[${key}] => value;`;
    }),
    ...slots.map((slot, index) => {
      const type = `SlotData[${JSON.stringify(slot)}]`;
      return `export const slot${index} = (value: shared.${type}): wanted.${type} => value;`;
    }),
  ].join('\n');

/** What the compiler calls a type that both sides have. */
const SIDE = /import\("[^"]*?(\w+)\/node_modules\/@space\/[^"]*"\)\.([\w.]+)/g;
const STEP =
  /^(?:Types of property '(.+)'|The types of '(.+)'|The types returned by '(.+)'|Types of parameters '(.+)' and '.+') (?:are|is) /;
const LONG_TYPE = /'([^']{60})[^']{20,}'/g;

/** The way to the cause, as people write it: 'notify.error(message)'. */
function pathOf(name: string, sentences: readonly string[]): string {
  return sentences.reduce((path, sentence) => {
    const [, property, properties, returned, parameter] = STEP.exec(sentence) ?? [];
    if (parameter !== undefined) return `${path.replace(/\(\.\.\.\)$/, '')}(${parameter})`;
    const step = property ?? properties ?? returned;
    return step === undefined ? path : `${path}.${step}`;
  }, name);
}

/** Releases of before say no version. */
const versionsOf = (wanted: ReleaseTypes, shell: ReleaseTypes) =>
  wanted.platform === undefined || shell.platform === undefined
    ? ''
    : ` (platform ${wanted.platform}, the shell has ${shell.platform})`;

/** Takes the name that does not fit, what the compiler says of it, the cause last, and both sides. */
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
 * Lets the compiler decide whether what a shell shares replaces what remotes were built against. Structure alone counts: a
 * further function or optional field fits, one that is gone or has another type does not, and a name that a remote does not
 * use may change freely; so may the data of a slot that it does not fill. One run of the compiler, whatever the number of remotes,
 * and none where all were built against the very same.
 *
 * Returns for each remote, in the same order, a refusal with rule 'types' for every name and slot that does not fit.
 */
export async function checkTypes(shell: ReleaseTypes, remotes: readonly Wanted[]): Promise<Refusal[][]> {
  const others = [...remotes.entries()].filter(
    ([, { types }]) => !isDeepStrictEqual(types.files, shell.files),
  );
  if (others.length === 0) return remotes.map(() => []);
  const folder = await mkdtemp(join(tmpdir(), 'space-gate-'));
  try {
    await writeReport(join(folder, SHELL_SIDE), shell);
    for (const [index, remote] of others) {
      await writeReport(join(folder, `${index}`), remote.types);
      await writeFile(join(folder, `${index}.ts`), programOf(`${index}`, remote));
    }
    await symlink(PACKAGES, join(folder, 'node_modules'), 'junction');
    const project = {
      extends: join(ROOT, 'shared', 'tooling', 'tsconfig.web.json'),
      // A remote that takes nothing leaves both sides unused.
      compilerOptions: { noUnusedLocals: false },
      files: others.map(([index]) => `${index}.ts`),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const found = await tsc(folder);
    return remotes.map(({ types, uses, slots = [] }, index) =>
      found
        .filter(({ file }) => file === `${index}.ts`)
        .map(({ line, sentences }): Refusal => {
          const name = [...uses, ...slots.map(dataOf)][line - 1 - HEAD_LINES] ?? 'the platform';
          const where = types.places[name];
          const message = messageOf(name, sentences, types, shell);
          return { rule: 'types', message, ...(where !== undefined && { where }) };
        }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
