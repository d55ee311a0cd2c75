import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../places.ts';
import { checkTypes } from './checkTypes.ts';
import { parseReleaseTypes } from './releaseTypes.ts';
import { typesOf } from './typesOf.ts';

const places = { tasks: 'remotes/retro/src/Clock.tsx:3' };

test('the types of a release survive a round trip, name the platform version and contain no local path', async () => {
  const types = await typesOf(join(ROOT, 'remotes', 'retro'), places);
  expect(types).toMatchObject({ platform: expect.stringMatching(/^\d+\.\d+\.\d+$/), places });
  const text = JSON.stringify(types);
  expect(text).not.toContain(ROOT.replace(/\/$/, ''));
  expect(parseReleaseTypes(JSON.parse(text))).toEqual(types);
});

test('accepts a further function of `tasks`, and refuses a new required field that the remote does not send', async () => {
  const types = await typesOf(join(ROOT, 'shell'), places);
  const file = 'supabase/src/types.d.ts';
  const uses = ['notify', 'profiles', 'session', 'tasks', 'useMotion', 'useSession'];
  const changed = (from: string, to: string) => {
    const text = types.files[file] ?? '';
    expect(text).toContain(from);
    return { ...types, files: { ...types.files, [file]: text.replace(from, to) } };
  };
  const wanted = [{ types, uses }];
  const add = 'add: (task: NewTask)';
  expect(await checkTypes(changed(add, `count: () => number; ${add}`), wanted)).toEqual([[]]);
  expect(await checkTypes(changed(add, 'add: (task: NewTask & { colour: string })'), wanted)).toEqual([
    [
      {
        rule: 'types',
        message: expect.stringMatching(/^'tasks\.add\(task\)' is not what .*'colour'/),
        where: places.tasks,
      },
    ],
  ]);
});

test.each([['../other.d.ts'], ['/etc/other.d.ts'], ['a/../../b.d.ts'], ['a\\..\\b.d.ts'], ['tsconfig.json']])(
  'rejects a set of types that would write to %s',
  (file) => {
    expect(() => parseReleaseTypes({ files: { [file]: '' }, places: {} })).toThrow(TypeError);
  },
);

test.each([[null], [{}], [{ files: { 'a.d.ts': 1 }, places: {} }]])(
  'rejects %j as a set of types',
  (value) => {
    expect(() => parseReleaseTypes(value)).toThrow('This is not a set of types');
  },
);
