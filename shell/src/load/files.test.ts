// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import type { Release } from '@space/federation';
import { fetchPage } from './files.ts';

// jsdom does not have it, and no address here needs it.
vi.stubGlobal('CSS', { escape: (text: string) => text });
afterEach(() => document.head.replaceChildren());

// All that `fetchPage` reads of a release.
const RELEASE = { version: '1.0.0', entry: '/remotes/retro/1.0.0/entry.js', preload: [], styles: [] };

const links = () => [...document.querySelectorAll('link[rel="modulepreload"]')];
const warm = () => fetchPage(RELEASE as unknown as Release, '/retro');

test('a script that could not be loaded is fetched again', async () => {
  const first = warm();
  links()[0]?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('/remotes/retro/1.0.0/entry.js is missing');

  const second = warm();
  expect(links()).toHaveLength(1);
  links()[0]?.dispatchEvent(new Event('load'));
  await expect(second).resolves.toBeUndefined();
});

test('a script that has a link already is not fetched twice', async () => {
  const first = warm();
  await warm();
  expect(links()).toHaveLength(1);
  links()[0]?.dispatchEvent(new Event('load'));
  await first;
});
