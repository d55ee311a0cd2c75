import { describe, expect, test } from 'vitest';
import { checkAllTypes, checkTypes } from './checkTypes.ts';
import type { ReleaseTypes } from './releaseTypes.ts';

const PLATFORM = `
import type { Task } from './domain/task.js';
import type { ReactNode } from 'react';
export interface Tasks {
  listAll(): Promise<Task[]>;
  add(task: Pick<Task, 'title'>): Promise<Task>;
}
export declare const tasks: Tasks;
export declare function useToday(): string;
export declare const notify: { error(message: string): void };
export declare function useSession<T>(selector: (state: { user: { email: string } | null }) => T): T;
export declare function Link(props: { to: string; children?: ReactNode }): ReactNode;
`;
const TASK = 'export interface Task { id: string; title: string; day: { name: string; note?: string } }\n';
const CONTRACT = `
import type { ComponentType } from 'react';
export interface RemoteModule { routes: { path: string; lazy: () => Promise<{ Component: ComponentType }> }[] }
`;
const ROUTES =
  "import type { RemoteModule } from './contract.js';\nexport declare const routes: RemoteModule['routes'];\n";
const USES = ['Link', 'notify', 'tasks', 'useSession', 'useToday'];

const shell: ReleaseTypes = {
  files: { 'platform.d.ts': PLATFORM, 'domain/task.d.ts': TASK, 'contract.d.ts': CONTRACT },
  places: {},
  routes: null,
};
const remote: ReleaseTypes = {
  files: { ...shell.files, 'routes.d.ts': ROUTES },
  places: { tasks: 'remotes/clock/src/Clock.tsx:3' },
  routes: 'remotes/clock/src/routes.tsx:4',
};

/** The types with one piece of text replaced, wherever it stands. */
function changed(types: ReleaseTypes, from: string, to: string): ReleaseTypes {
  const files = Object.entries(types.files).map(([file, text]) => [file, text.replaceAll(from, to)]);
  expect(files).not.toEqual(Object.entries(types.files));
  return { ...types, files: Object.fromEntries(files) };
}

describe('checkTypes', () => {
  test('lets a remote run that was compiled against the same', async () => {
    expect(await checkTypes({ remote, uses: USES, shell })).toEqual([]);
  });

  test.each([
    ['a further name', 'export interface Tasks', 'export declare const more: number; export interface Tasks'],
    ['an optional field of what is returned', 'id: string;', 'id: string; colour?: string;'],
    ['a further field of what is returned', 'id: string;', 'id: string; colour: string;'],
    ['a further function', 'listAll()', 'count(): number; listAll()'],
    ['an optional parameter', 'error(message: string)', 'error(message: string, title?: string)'],
    ['a parameter that takes more', 'error(message: string)', 'error(message: string | number)'],
    ['a state with more in it', 'email: string }', 'email: string; name: string }'],
    ['an optional property of a component', 'to: string;', 'to: string; replace?: boolean;'],
  ])('lets a shell add %s', async (_what, from, to) => {
    expect(await checkTypes({ remote, uses: USES, shell: changed(shell, from, to) })).toEqual([]);
  });

  test.each([
    [
      'a function that is gone',
      'listAll(): Promise<Task[]>;',
      '',
      "'tasks' is not what",
      "'listAll' is missing",
    ],
    ['a name that is gone', 'const tasks:', 'const others:', "the shell's platform has no 'tasks'", ''],
    [
      'a parameter of another type',
      'error(message: string)',
      'error(message: Date)',
      "'notify.error(message)' is not what",
      "'Date'",
    ],
    [
      'a further parameter',
      'error(message: string)',
      'error(message: string, title: string)',
      "'notify.error' is not what",
      'too few',
    ],
    [
      'a new duty for a parameter',
      "Pick<Task, 'title'>",
      "Pick<Task, 'title' | 'id'>",
      "'tasks.add(task)' is not what",
      "'id'",
    ],
    [
      'another returned type',
      'useToday(): string',
      'useToday(): Date',
      "'useToday' is not what",
      "Type 'Date' is not assignable to type 'string'",
    ],
    [
      'a returned promise',
      'useToday(): string',
      'useToday(): Promise<string>',
      "'useToday' is not what",
      "'Promise<string>'",
    ],
    [
      'a value that may be missing',
      'email: string }',
      'email: string | null }',
      "'useSession(selector)(state).user.email' is not what",
      "Type 'null' is not",
    ],
    [
      'a field renamed deep inside',
      'day: { name:',
      'day: { label:',
      "'tasks.listAll().day",
      "Property 'name' is missing",
    ],
    [
      'an optional field that is now another',
      'note?: string',
      'note?: number',
      "'tasks.listAll().day",
      "Type 'number' is not",
    ],
    [
      'a new duty of a component',
      'to: string;',
      'to: string; title: string;',
      "'Link(props)' is not what",
      "'title'",
    ],
  ])('refuses %s', async (_what, from, to, start, cause) => {
    const refusals = await checkTypes({ remote, uses: USES, shell: changed(shell, from, to) });
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatchObject({ rule: 'types' });
    expect(refusals[0]?.message).toContain(start);
    expect(refusals[0]?.message).toContain(cause);
  });

  test('names the line that takes what does not fit', async () => {
    const [refusal] = await checkTypes({
      remote,
      uses: ['tasks'],
      shell: changed(shell, 'listAll', 'listEvery'),
    });
    expect(refusal?.where).toBe('remotes/clock/src/Clock.tsx:3');
  });

  test('lets a name change freely that the remote does not use', async () => {
    const renamed = changed(
      changed(shell, 'listAll', 'listEvery'),
      'error(message: string)',
      'error(code: Date)',
    );
    expect(await checkTypes({ remote, uses: ['useToday'], shell: renamed })).toEqual([]);
  });

  test('refuses routes that do not fit, with the line that declares them', async () => {
    const demanding = changed(shell, 'path: string;', 'path: string; icon: string;');
    expect(await checkTypes({ remote, uses: USES, shell: demanding })).toEqual([
      {
        rule: 'types',
        message: expect.stringMatching(
          /^what it exposes does not fit the shell's contract: Property 'icon' is missing/,
        ),
        where: 'remotes/clock/src/routes.tsx:4',
      },
    ]);
  });

  test.each([
    ['that says nothing of its routes', { ...remote, routes: null }, 'its types say nothing of its routes'],
    [
      'without the platform',
      { ...remote, files: { 'routes.d.ts': ROUTES, 'contract.d.ts': CONTRACT } },
      'what it exposes',
    ],
    [
      'that refers to what it does not hold',
      {
        ...remote,
        files: { ...remote.files, 'domain/task.d.ts': "export type { Task } from './other.js';" },
      },
      "its types refer to './other.js', which is not here",
    ],
    [
      'that refers to a missing package',
      { ...remote, files: { ...remote.files, 'domain/task.d.ts': "export type { Task } from 'elsewhere';" } },
      "its types refer to 'elsewhere', which is not here",
    ],
    [
      'that no compiler can read',
      { ...remote, files: { ...remote.files, 'domain/task.d.ts': 'export interface {' } },
      'what it exposes',
    ],
  ])('refuses a set %s', async (_what, types, message) => {
    const messages = (await checkTypes({ remote: types, uses: ['useToday'], shell })).map(
      (one) => one.message,
    );
    expect(messages.join('\n')).toContain(message);
  });

  test('refuses a name that the remote uses and was never compiled against', async () => {
    const [refusal] = await checkTypes({
      remote,
      uses: ['later'],
      shell: changed(shell, 'useToday', 'later'),
    });
    expect(refusal?.message).toBe("the platform that it was compiled against has no 'later'");
  });

  test("throws when the shell's own types cannot be read", async () => {
    const broken = { ...shell, files: { ...shell.files, 'domain/task.d.ts': 'export interface {' } };
    await expect(checkTypes({ remote, uses: [], shell: broken })).rejects.toThrow(
      "The shell's types cannot be read",
    );
  });
});

describe('checkAllTypes', () => {
  test('judges each remote by the names that it uses itself', async () => {
    const next = changed(shell, 'useToday(): string', 'useToday(): Date');
    const [clock, notes] = await checkAllTypes(next, [
      { types: remote, uses: ['useToday'] },
      { types: remote, uses: ['notify'] },
    ]);
    expect(clock).toHaveLength(1);
    expect(notes).toEqual([]);
  });
});
