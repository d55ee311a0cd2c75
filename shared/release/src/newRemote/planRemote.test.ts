import { expect, test } from 'vitest';
import { planRemote } from './planRemote.ts';

const surroundings = {
  declarations: [
    { name: 'shell', port: 5170, pages: [{ path: '/auth', access: 'public' as const }] },
    { name: 'retro', port: 5174, pages: [{ path: '/retro', access: 'public' as const }] },
    {
      name: 'diary',
      port: 5180,
      pages: [{ path: '/journal', access: 'public' as const }],
      offers: ['planner.aside', 'diary.foot'],
    },
  ],
  packages: ['ui', 'shell'],
};

test('a new remote has one public page at its name, and the next free port', () => {
  expect(planRemote('time-tracker', surroundings)).toEqual({
    ok: true,
    declaration: {
      name: 'time-tracker',
      title: 'time tracker',
      port: 5181,
      pages: [
        {
          path: '/time-tracker',
          access: 'public',
          title: 'Time tracker',
          description: 'A new part of Better Space, made and released by one team.',
        },
      ],
      budget: { gzip: 60_000 },
    },
  });
});

test.each([
  ['', 'lower-case letters'],
  ['Notes', 'lower-case letters'],
  ['my notes', 'lower-case letters'],
  ['../notes', 'lower-case letters'],
  ['notes-', 'lower-case letters'],
  ['n'.repeat(32), 'at most 31 characters'],
  ['retro', "There is a remote 'retro' already."],
  ['ui', "There is a package '@space/ui' already"],
  ['auth', '/auth belongs to shell'],
  ['journal', '/journal belongs to diary'],
  ['assets', "/assets is kept for the site's own files"],
])("'%s' is refused in one sentence: %s", (name, words) => {
  const plan = planRemote(name, surroundings);
  expect(plan).toEqual({ ok: false, reason: expect.stringContaining(words) });
  expect(plan.ok ? '' : plan.reason).toMatch(/^[^\n]+\.$/);
});

test('one that fills a slot declares what it puts there, and a slot that cannot be filled is said in one sentence', () => {
  expect(planRemote('time-tracker', surroundings, 'planner.aside')).toMatchObject({
    ok: true,
    declaration: { fills: [{ slot: 'planner.aside', title: 'Time tracker' }] },
  });
  expect(planRemote('time-tracker', surroundings, 'diary.head')).toEqual({
    ok: false,
    reason: "No remote offers the slot 'diary.head'. There are: planner.aside, diary.foot.",
  });
  expect(planRemote('time-tracker', surroundings, 'diary.foot')).toEqual({
    ok: false,
    reason: expect.stringContaining('There is an example for planner.aside alone'),
  });
});
