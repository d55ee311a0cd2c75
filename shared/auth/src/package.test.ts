import { expect, it } from 'vitest';
import * as auth from './index.ts';

it('shows this name and no other', () => {
  expect(Object.keys(auth)).toEqual(['createSessionStore']);
});
