import { beforeAll, expect, test } from 'vitest';
import { checkTypes } from './checkTypes.ts';
import type { ReleaseTypes } from './releaseTypes.ts';

const TASK = 'export interface Task { id: string; title: string; day: { name: string; note?: string } }\n';

/** The types of a platform with these names, and of the package that they refer to. */
function platformWith(names: Readonly<Record<string, string>>, platform = '1.0.0'): ReleaseTypes {
  const text = Object.entries(names).map(([name, type]) => `export declare const ${name}: ${type};`);
  const imports = ["import type { ReactNode } from 'react';", "import type { Task } from '@space/domain';"];
  return {
    platform,
    files: {
      'platform/src/index.d.ts': [...imports, ...text].join('\n'),
      'domain/src/index.d.ts': "export type { Task } from './task.ts';\n",
      'domain/src/task.d.ts': TASK,
    },
    places: { tasks: 'remotes/clock/src/Clock.tsx:3' },
  };
}

/** Each row is a platform name with its type; '[before → after]' marks what differs between remote and shell. */
const COMPATIBLE: readonly [what: string, type: string][] = [
  ['a further field of what is returned', '() => { id: string[ → ; colour: string] }'],
  ['a further function', '{ [ → count: () => number; ]listAll: () => Task[] }'],
  ['an optional parameter', '{ error: (message: string[ → , title?: string]) => void }'],
  ['a parameter that accepts more types', '{ error: (message: string[ → | number]) => void }'],
  ['a further field of a state', '<T>(selector: (state: { email: string[ → ; name: string] }) => T) => T'],
  ['an optional property of a component', '(props: { to: string[ → ; replace?: boolean] }) => ReactNode'],
];

/** The same, with the path to the error as the refusal writes it after the name, and a part of the cause. */
const BREAKING: readonly [what: string, type: string, path: string, cause: string][] = [
  ['a removed function', '{ [list: () => Task; → ]add: () => Task }', '', "'list' is missing"],
  [
    'a parameter of another type',
    '{ error: (message: [string → Date]) => void }',
    '.error(message)',
    "'Date'",
  ],
  ['a further parameter', '{ error: (message: string[ → , title: string]) => void }', '.error', 'too few'],
  ['a new required field', "{ add: (task: Pick<Task, 'title'[ → | 'id']>) => void }", '.add(task)', "'id'"],
  ['another returned type', '() => [string → Date]', '', "Type 'Date' is not assignable to type 'string'"],
  ['a value that may be missing', '() => { user: { email: string[ → | null] } }', '.user.email', "'null'"],
  ['a renamed field', '{ list: () => { day: { [name → label]: string } } }', '.list().day', "'name'"],
  [
    'a new required property of a component',
    '(props: { to: string[ → ; of: string] }) => ReactNode',
    '(props)',
    "'of'",
  ],
];
const ROWS = [...COMPATIBLE, ...BREAKING];

/** The platform name of a row: 'a renamed field' → 'a_renamed_field'. */
const nameOf = (what: string) => what.replaceAll(' ', '_');
const platformOf = (side: '$1' | '$2', version: string) =>
  platformWith(
    Object.fromEntries(ROWS.map(([what, type]) => [nameOf(what), type.replace(/\[([^[]*) → (.*?)\]/, side)])),
    version,
  );

let messages: string[];
beforeAll(async () => {
  const wanted = { types: platformOf('$1', '1.0.0'), uses: ROWS.map(([what]) => nameOf(what)) };
  messages = (await checkTypes(platformOf('$2', '2.0.0'), [wanted])).flat().map(({ message }) => message);
});
const messagesOf = (what: string) => messages.filter((text) => RegExp(`'${nameOf(what)}\\b`).test(text));

test.each(COMPATIBLE)('accepts a shell with %s', (what) => {
  expect(messagesOf(what)).toEqual([]);
});

test.each(BREAKING)('refuses %s, with the path to it and the cause', (what, _type, path, cause) => {
  const [message, ...others] = messagesOf(what);
  expect(others).toEqual([]);
  expect(message).toContain(
    `'${nameOf(what)}${path}' is not what it was built against (platform 1.0.0, the shell has 2.0.0): `,
  );
  expect(message).toContain(cause);
});

test('checks each remote only for the names that it uses, against the types that it was built with', async () => {
  const before = platformWith({ tasks: '{ listAll: () => Task[] }', useToday: '() => string' });
  const next = platformWith({ tasks: '{ listEvery: () => Task[] }', useToday: '() => string' });
  const [clock, notes] = await checkTypes(next, [
    { types: before, uses: ['tasks', 'useToday'] },
    { types: before, uses: ['useToday'] },
  ]);
  const where = 'remotes/clock/src/Clock.tsx:3';
  expect(clock).toEqual([{ rule: 'types', message: expect.stringContaining("'listAll' is missing"), where }]);
  expect(notes).toEqual([]);
});

test('a remote built against exactly these types passes, and an outdated one beside it is still refused', async () => {
  const before = platformWith({ tasks: '{ listAll: () => Task[] }' });
  const next = platformWith({ tasks: '{ listEvery: () => Task[] }' });
  const found = await checkTypes(next, [
    { types: next, uses: ['tasks'] },
    { types: before, uses: ['tasks'] },
  ]);
  expect(found).toEqual([[], [expect.objectContaining({ rule: 'types' })]]);
});
