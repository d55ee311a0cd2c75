import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../places.ts';
import { checkTypes } from './checkTypes.ts';
import { specifiersIn } from './declarations.ts';
import { parseReleaseTypes } from './releaseTypes.ts';
import type { ReleaseTypes } from './releaseTypes.ts';
import { typesOf } from './typesOf.ts';

let shell: ReleaseTypes;
let retro: ReleaseTypes;
beforeAll(async () => {
  [shell, retro] = await Promise.all([typesOf(join(ROOT, 'shell')), typesOf(join(ROOT, 'remotes', 'retro'))]);
});

describe('typesOf', () => {
  test('holds the platform and the contract, with all that they refer to', () => {
    expect(Object.keys(shell.files)).toEqual(
      expect.arrayContaining([
        'platform.d.ts',
        'contract.d.ts',
        'platform/src/index.d.ts',
        'domain/src/task.d.ts',
      ]),
    );
    const specifiers = Object.values(shell.files).flatMap(specifiersIn);
    expect(specifiers.filter((specifier) => specifier.startsWith('@space/'))).toEqual([]);
  });

  test('adds the routes of a remote, and what they alone refer to, but no pages', () => {
    const own = Object.keys(retro.files).filter((file) => file.startsWith('remote/'));
    expect(own).toEqual(['remote/src/routes.d.ts']);
    expect(retro.files['routes.d.ts']).toBe("export * from './remote/src/routes.js';\n");
    expect(shell.files['routes.d.ts']).toBeUndefined();
  });

  test('knows the line of every name that the remote takes, and that of its routes', () => {
    expect(retro.places['tasks']).toMatch(/^remotes\/retro\/src\/[\w/]+\.tsx?:\d+$/);
    expect(retro.routes).toMatch(/^remotes\/retro\/src\/routes\.tsx:\d+$/);
    expect(shell).toMatchObject({ places: {}, routes: null });
  });

  test('says nothing of the machine that it was made on, and survives being written to a file', () => {
    const text = JSON.stringify(retro);
    expect(text).not.toContain(ROOT.replace(/\/$/, ''));
    expect(parseReleaseTypes(JSON.parse(text))).toEqual(retro);
  });

  test('says the same each time, wherever the source lies', async () => {
    const source = join(ROOT, 'remotes', 'retro');
    await mkdir(join(ROOT, '.space'), { recursive: true });
    const copy = await mkdtemp(join(ROOT, '.space', 'retro-'));
    const filter = (path: string) => !/[\\/](dist|\.__mf__temp)/.test(path);
    await cp(source, copy, { recursive: true, verbatimSymlinks: true, filter });
    expect(await typesOf(copy)).toEqual(retro);
    await rm(copy, { recursive: true });
  });

  test('lets the remote of this repository run in the shell of this repository', async () => {
    expect(await checkTypes(shell, [{ types: retro, uses: Object.keys(retro.places) }])).toEqual([[]]);
  });

  test('lets a repository gain a required parameter, and refuses the remote that does not give it', async () => {
    const file = 'supabase/src/types.d.ts';
    const text = shell.files[file]?.replace('add(task: NewTask)', 'add(task: NewTask & { colour: string })');
    const next = { ...shell, files: { ...shell.files, [file]: text ?? '' } };
    const uses = Object.keys(retro.places);
    expect((await checkTypes(next, [{ types: retro, uses }])).flat()).toEqual([
      {
        rule: 'types',
        message: expect.stringMatching(
          /^'tasks\.add\(task\)' is not what it was compiled against: .*'colour'/,
        ),
        where: retro.places['tasks'],
      },
    ]);
  });
});

describe('parseReleaseTypes', () => {
  test.each([
    ['../other.d.ts'],
    ['/etc/other.d.ts'],
    ['a/../../other.d.ts'],
    ['a\\..\\other.d.ts'],
    ['tsconfig.json'],
    ['node_modules/react/index.js'],
  ])('refuses a file at %s', (file) => {
    expect(() => parseReleaseTypes({ files: { [file]: '' }, places: {}, routes: null })).toThrow(TypeError);
  });

  test.each([
    [null],
    [{}],
    [{ files: { 'a.d.ts': 1 }, places: {}, routes: null }],
    [{ files: {}, places: {} }],
  ])('refuses %j', (value) => {
    expect(() => parseReleaseTypes(value)).toThrow('This is not a set of types');
  });
});
