import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isPageClaim } from '@space/federation';
import { findPage } from '../registry/findPage.ts';
import { declarePages } from './declarePages.ts';

beforeAll(() => {
  const retro = {
    title: 'retro mode',
    pages: [{ path: '/retro', access: 'public' }],
    live: { version: '1' },
  };
  const textContent = JSON.stringify({ shell: '1', remotes: { retro }, overrideOrigins: [] });
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const origin = 'http://127.0.0.1:5199';
const declare = (remote: string, paths: readonly string[] | null) =>
  declarePages(
    { remote, entry: `${origin}/remoteEntry.js`, origin },
    { title: 'the notes', ...(paths && { pages: paths.map((path) => ({ path, access: 'public' })) }) },
    isPageClaim,
  );
const because = (remote: string | null, reason: string) => ({
  remote,
  reason,
  advice: expect.any(String) as string,
});

test.each([
  ['another remote’s', '/retro', '/retro belongs to retro'],
  ['the shell’s', '/auth', '/auth belongs to shell'],
  ['the site’s own files’', '/assets/x', "/assets/x is reserved for the site's own files"],
])('an override gets no page that is %s', (_, path, reason) => {
  const sentence = `notes cannot have the pages that it declares: ${reason}.`;
  expect(declare('notes', ['/notes', path])).toEqual(because(null, sentence));
  expect(findPage('/notes')).toBeNull();
});

test('a remote that was never released has the pages and the name that its override declares', () => {
  expect(declare('notes', ['/notes'])).toBeNull();
  expect(findPage('/notes')).toMatchObject({ owner: 'notes', name: 'the notes' });
});

test('a remote that was never released is refused if its override declares no pages', () => {
  expect(declare('silent', null)).toEqual(because(null, `Nothing at ${origin} says which pages silent has.`));
});

test('a released remote keeps its name, and keeps its pages if its override declares none', () => {
  expect(declare('retro', null)).toBeNull();
  expect(findPage('/retro')).toMatchObject({ owner: 'retro', name: 'retro mode' });
  expect(declare('retro', ['/retro', '/retro/new'])).toBeNull();
  expect(findPage('/retro/new')).toMatchObject({ owner: 'retro', name: 'retro mode' });
});
