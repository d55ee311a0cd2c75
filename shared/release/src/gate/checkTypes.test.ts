import { beforeAll, expect, test } from 'vitest';
import { checkTypes } from './checkTypes.ts';
import type { ReleaseTypes } from './releaseTypes.ts';

const TASK = 'export interface Task { id: string; title: string; day: { name: string; note?: string } }\n';
const CONTRACT = `
import type { ComponentType } from 'react';
export interface RemoteModule { routes: { path: string; lazy: () => Promise<{ Component: ComponentType }> }[] }
`;
const ROUTES =
  "import type { RemoteModule } from './contract.js';\nexport declare const routes: RemoteModule['routes'];\n";

/** What a shell shares whose platform has these names, with their types. */
function shellWith(names: Readonly<Record<string, string>>, task = TASK): ReleaseTypes {
  const platform = Object.entries(names).map(([name, type]) => `export declare const ${name}: ${type};`);
  const imports = [
    "import type { ReactNode } from 'react';",
    "import type { Task } from './domain/task.js';",
  ];
  const text = [...imports, ...platform].join('\n');
  const files = { 'platform.d.ts': text, 'domain/task.d.ts': task, 'contract.d.ts': CONTRACT };
  return { files, places: {}, routes: null };
}

/** A remote that was compiled against that shell. */
const remoteOf = ({ files }: ReleaseTypes): ReleaseTypes => ({
  files: { ...files, 'routes.d.ts': ROUTES },
  places: { tasks: 'remotes/clock/src/Clock.tsx:3' },
  routes: 'remotes/clock/src/routes.tsx:4',
});

/** The types with one piece of text replaced in a file. */
const changed = (types: ReleaseTypes, file: string, from: string, to: string): ReleaseTypes => ({
  ...types,
  files: { ...types.files, [file]: (types.files[file] ?? '').replace(from, to) },
});

const NAMES = { tasks: '{ listAll(): Promise<Task[]> }', useToday: '() => string' };
const shell = shellWith(NAMES);
const remote = remoteOf(shell);

/** Each row is a name of one platform; its type as the remote knew it and as the shell has it: '[before → after]'. */
const FINE: readonly [what: string, type: string][] = [
  ['the same', '{ listAll(): Promise<Task[]> }'],
  ['an optional field of what is returned', '() => { id: string[ → ; colour?: string] }'],
  ['a further field of what is returned', '() => { id: string[ → ; colour: string] }'],
  ['a further function', '{ [ → count(): number; ]listAll(): Task[] }'],
  ['an optional parameter', '{ error(message: string[ → , title?: string]): void }'],
  ['a parameter that takes more', '{ error(message: string[ → | number]): void }'],
  ['a state with more in it', '<T>(selector: (state: { email: string[ → ; name: string] }) => T) => T'],
  ['an optional property of a component', '(props: { to: string[ → ; replace?: boolean] }) => ReactNode'],
];

/** The same with the way to the fault, as the refusal writes it after the name, and words of the cause. */
const BROKEN: readonly [what: string, type: string, way: string, cause: string][] = [
  ['a function that is gone', '{ [list(): Task; → ]add(): Task }', "' is not", "'list' is missing"],
  ['a parameter of another type', '{ error(message: [string → Date]): void }', ".error(message)'", "'Date'"],
  [
    'a further parameter',
    '{ error(message: string[ → , title: string]): void }',
    ".error' is not",
    'too few',
  ],
  [
    'a new duty for a parameter',
    "{ add(task: Pick<Task, 'title'[ → | 'id']>): void }",
    ".add(task)'",
    "'id'",
  ],
  [
    'another returned type',
    '() => [string → Date]',
    "' is not",
    "Type 'Date' is not assignable to type 'string'",
  ],
  ['a returned promise', '() => [string → Promise<string>]', "' is not", "'Promise<string>'"],
  [
    'a value that may be missing',
    '<T>(selector: (state: { user: { email: string[ → | null] } | null }) => T) => T',
    "(selector)(state).user.email' is not",
    "Type 'null' is not",
  ],
  ['a field renamed', '{ list(): { day: { [name → label]: string } } }', '.list().day', "'name' is missing"],
  [
    'an optional field',
    '{ list(): { day: { note?: [string → number] } } }',
    '.list().day',
    "Type 'number' is not",
  ],
  [
    'a new duty of a component',
    '(props: { to: string[ → ; of: string] }) => ReactNode',
    "(props)' is not",
    "'of'",
  ],
];
const ROWS = [...FINE, ...BROKEN];

/** 'a returned promise' → 'a_returned_promise', the name of that row. */
const nameOf = (what: string) => what.replaceAll(' ', '_');
const platformOf = (side: '$1' | '$2') =>
  shellWith(
    Object.fromEntries(ROWS.map(([what, type]) => [nameOf(what), type.replace(/\[([^[]*) → (.*?)\]/, side)])),
  );

let messages: string[];
beforeAll(async () => {
  const wanted = { types: remoteOf(platformOf('$1')), uses: ROWS.map(([what]) => nameOf(what)) };
  messages = (await checkTypes(platformOf('$2'), [wanted])).flat().map(({ message }) => message);
});
const messagesOf = (what: string) => messages.filter((text) => RegExp(`'${nameOf(what)}\\b`).test(text));

test.each(FINE)('a shell may have %s', (what) => {
  expect(messagesOf(what)).toEqual([]);
});

test.each(BROKEN)('%s is refused, with the way to it and its cause', (what, _type, way, cause) => {
  const [message, ...others] = messagesOf(what);
  expect(others).toEqual([]);
  expect(message).toContain(`'${nameOf(what)}${way}`);
  expect(message).toContain(' is not what it was compiled against: ');
  expect(message).toContain(cause);
});

const check = async (next: ReleaseTypes, types: ReleaseTypes, ...uses: string[]) =>
  (await checkTypes(next, [{ types, uses }])).flat();

test('each remote is judged by the names that it uses itself, and by what it was compiled against', async () => {
  const next = shellWith({ ...NAMES, tasks: '{ listEvery(): Promise<Task[]> }', more: 'string' });
  const [clock, notes, later, gone] = await checkTypes(next, [
    { types: remote, uses: ['tasks', 'useToday'] },
    { types: remote, uses: ['useToday'] },
    { types: remote, uses: ['more'] },
    { types: remoteOf(shellWith({ ...NAMES, gone: 'string' })), uses: ['gone'] },
  ]);
  const where = 'remotes/clock/src/Clock.tsx:3';
  expect(clock).toEqual([{ rule: 'types', message: expect.stringContaining("'tasks' is not what"), where }]);
  expect(notes).toEqual([]);
  expect(later?.[0]?.message).toBe("the platform that it was compiled against has no 'more'");
  expect(gone?.[0]?.message).toBe("the shell's platform has no 'gone'");
});

test('refuses routes that do not fit, with the line that declares them', async () => {
  const demanding = changed(shell, 'contract.d.ts', 'path: string;', 'path: string; icon: string;');
  expect(await check(demanding, remote, 'tasks', 'useToday')).toEqual([
    {
      rule: 'types',
      message: expect.stringMatching(
        /^what it exposes does not fit the shell's contract: Property 'icon' is missing/,
      ),
      where: 'remotes/clock/src/routes.tsx:4',
    },
  ]);
});

const withTask = (text: string): ReleaseTypes => ({
  ...remote,
  files: { ...remote.files, 'domain/task.d.ts': text },
});
test.each<[string, ReleaseTypes, string]>([
  ['says nothing of its routes', { ...remote, routes: null }, 'its types say nothing of its routes'],
  [
    'lacks the platform',
    { ...remote, files: { 'routes.d.ts': ROUTES, 'contract.d.ts': CONTRACT } },
    'what it exposes',
  ],
  [
    'refers to what it does not hold',
    withTask("export type { Task } from './other.js';"),
    "its types refer to './other.js', which is not here",
  ],
  [
    'refers to a missing package',
    withTask("export type { Task } from 'elsewhere';"),
    "its types refer to 'elsewhere', which is not here",
  ],
  ['no compiler can read', withTask('export interface {'), 'what it exposes'],
])('refuses a set that %s', async (_what, types, message) => {
  const refusals = await check(shell, types, 'useToday');
  expect(refusals.map((one) => one.message).join('\n')).toContain(message);
});

test("throws when the shell's own types cannot be read", async () => {
  await expect(check(shellWith(NAMES, 'export interface {'), remote)).rejects.toThrow(
    "The shell's types cannot be read",
  );
});
