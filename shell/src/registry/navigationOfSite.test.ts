import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { navigationOfSite } from './registry.ts';

const NOTES = {
  pages: [
    { path: '/notes', access: 'signed-in', signIn: '/auth' },
    { path: '/notes/help', access: 'public' },
    { path: '/notes/enter', access: 'signed-out', signedIn: '/notes' },
  ],
  navigation: [
    { path: '/notes', label: 'Notes' },
    { path: '/notes/help', label: 'Help' },
    { path: '/notes/enter', label: 'For visitors' },
    { path: '/elsewhere', label: 'Not its own' },
  ],
  disabled: null,
};

beforeAll(() => {
  const remotes = {
    notes: NOTES,
    clock: { ...NOTES, disabled: 'We are moving house.' },
    week: { pages: [] },
  };
  const textContent = JSON.stringify({ shell: '1', remotes });
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('the navigation has the entries that remotes declare for pages of their own, unless they are switched off', () => {
  expect(navigationOfSite()).toEqual([
    { path: '/notes', label: 'Notes' },
    { path: '/notes/help', label: 'Help' },
  ]);
});
