import { expect, test } from 'vitest';
import { aTask } from '@space/platform/testing';
import { findingsOf } from './search.ts';

const titles = (text: string) => findingsOf(text, [], '2026-11-24').map(({ title }) => title);

test.each([
  ['3 dec', ['Thursday, Dec 3']],
  ['next friday', ['Friday, Dec 4']],
  ['2027-01-01', ['Friday, Jan 1, 2027']],
  ['sett', ['Settings']],
  ['RETRO', ['Retro mode', 'Retro week', 'Retro plans']],
  ['pri', ['Pricing', 'Retro plans']],
  ['retro pri', ['Retro plans']],
  ['password', ['Settings']],
  ['', []],
  ['   ', []],
  ['x', []],
])('%j finds %j', (text, expected) => expect(titles(text)).toEqual(expected));

test('tasks are listed last, with their dates, and with the year if it is another one', () => {
  const found = [aTask(), aTask({ id: 'b', title: 'Old', task_date: '2025-12-31' })];
  expect(findingsOf('sat', found, '2026-11-24')).toMatchObject([
    { kind: 'day', title: 'Saturday, Nov 28' },
    { kind: 'task', title: 'Water the plants', when: 'Mon Nov 16' },
    { kind: 'task', title: 'Old', when: 'Wed Dec 31, 2025' },
  ]);
});
