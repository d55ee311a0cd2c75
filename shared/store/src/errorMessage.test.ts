import { expect, test } from 'vitest';
import { errorMessage } from './errorMessage.ts';

test('describes a full disk in a sentence that names the file, and keeps other messages', () => {
  const copy = { code: 'ENOSPC', path: '/tmp/build/a.js', dest: '/srv/store/remotes/retro/a.js' };
  expect(errorMessage(Object.assign(new Error("ENOSPC: no space left on device, copyfile '…'"), copy))).toBe(
    'The disk is full: /srv/store/remotes/retro/a.js cannot be written. Make room, then try again.',
  );
  expect(
    errorMessage(Object.assign(new Error('EDQUOT: disk quota exceeded, write'), { code: 'EDQUOT' })),
  ).toBe('The disk is full. Make room, then try again.');
  expect(errorMessage(new Error('It is not switched off.'))).toBe('It is not switched off.');
});
