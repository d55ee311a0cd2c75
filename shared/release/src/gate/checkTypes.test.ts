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

/** Each is a name of one platform: what the remote was compiled against, and what the shell has. */
const FINE: readonly [what: string, wanted: string, shared: string][] = [
  ['the same', '{ listAll(): Promise<Task[]> }', '{ listAll(): Promise<Task[]> }'],
  ['an optional field of what is returned', '() => { id: string }', '() => { id: string; colour?: string }'],
  ['a further field of what is returned', '() => { id: string }', '() => { id: string; colour: string }'],
  ['a further function', '{ listAll(): Task[] }', '{ count(): number; listAll(): Task[] }'],
  ['an optional parameter', '{ error(a: string): void }', '{ error(a: string, title?: string): void }'],
  ['a parameter that takes more', '{ error(a: string): void }', '{ error(a: string | number): void }'],
  [
    'a state with more in it',
    '<T>(selector: (state: { email: string }) => T) => T',
    '<T>(selector: (state: { email: string; name: string }) => T) => T',
  ],
  [
    'an optional property of a component',
    '(props: { to: string; children?: ReactNode }) => ReactNode',
    '(props: { to: string; replace?: boolean; children?: ReactNode }) => ReactNode',
  ],
];

/** The same with the beginning of the refusal, NAME for the name, and the cause in it. */
const BROKEN: readonly [what: string, wanted: string, shared: string, start: string, cause: string][] = [
  [
    'a function that is gone',
    '{ listAll(): Task[]; add(): Task }',
    '{ add(): Task }',
    "'NAME' is not what",
    "'listAll' is missing",
  ],
  [
    'a parameter of another type',
    '{ error(message: string): void }',
    '{ error(message: Date): void }',
    "'NAME.error(message)' is not what",
    "'Date'",
  ],
  [
    'a further parameter',
    '{ error(message: string): void }',
    '{ error(message: string, title: string): void }',
    "'NAME.error' is not what",
    'too few',
  ],
  [
    'a new duty for a parameter',
    "{ add(task: Pick<Task, 'title'>): Promise<Task> }",
    "{ add(task: Pick<Task, 'title' | 'id'>): Promise<Task> }",
    "'NAME.add(task)' is not what",
    "'id'",
  ],
  [
    'another returned type',
    '() => string',
    '() => Date',
    "'NAME' is not what",
    "Type 'Date' is not assignable to type 'string'",
  ],
  ['a returned promise', '() => string', '() => Promise<string>', "'NAME' is not what", "'Promise<string>'"],
  [
    'a value that may be missing',
    '<T>(selector: (state: { user: { email: string } | null }) => T) => T',
    '<T>(selector: (state: { user: { email: string | null } | null }) => T) => T',
    "'NAME(selector)(state).user.email' is not what",
    "Type 'null' is not",
  ],
  [
    'a field renamed deep inside',
    '{ listAll(): { day: { name: string } } }',
    '{ listAll(): { day: { label: string } } }',
    "'NAME.listAll().day",
    "Property 'name' is missing",
  ],
  [
    'an optional field that is now another',
    '{ listAll(): { day: { note?: string } } }',
    '{ listAll(): { day: { note?: number } } }',
    "'NAME.listAll().day",
    "Type 'number' is not",
  ],
  [
    'a new duty of a component',
    '(props: { to: string }) => ReactNode',
    '(props: { to: string; title: string }) => ReactNode',
    "'NAME(props)' is not what",
    "'title'",
  ],
];

/** 'a returned promise' → 'a_returned_promise', the name of that row. */
const nameOf = (what: string) => what.replaceAll(' ', '_');

let messages: string[];
beforeAll(async () => {
  const rows = [...FINE, ...BROKEN];
  const platform = (side: 1 | 2) =>
    shellWith(Object.fromEntries(rows.map((row) => [nameOf(row[0]), row[side]])));
  const uses = rows.map(([what]) => nameOf(what));
  const refusals = (await checkTypes(platform(2), [{ types: remoteOf(platform(1)), uses }])).flat();
  expect(new Set(refusals.map(({ rule }) => rule))).toEqual(new Set(['types']));
  messages = refusals.map(({ message }) => message);
});
const messagesOf = (what: string) => messages.filter((text) => RegExp(`'${nameOf(what)}\\b`).test(text));

test.each(FINE)('a shell may have %s', (what) => {
  expect(messagesOf(what)).toEqual([]);
});

test.each(BROKEN)('%s is refused, with its place and its cause', (what, _wanted, _shared, start, cause) => {
  const [message, ...others] = messagesOf(what);
  expect(others).toEqual([]);
  expect(message).toContain(start.replace('NAME', nameOf(what)));
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
