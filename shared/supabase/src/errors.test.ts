import { expect, it } from 'vitest';
import { backendError, isBackendError } from './errors.ts';

it('leaves out unknown fields', () => {
  const error = backendError('network', 'Gone', { code: undefined, status: 0 });
  expect('code' in error).toBe(false);
  expect('status' in error).toBe(false);
});

it('recognizes an error by its shape, wherever it was created', () => {
  expect(isBackendError(backendError('auth', 'Who?'))).toBe(true);
  expect(isBackendError({ name: 'BackendError', kind: 'network', message: 'Gone' })).toBe(true);
});

it.each([
  null,
  undefined,
  'BackendError',
  new Error('BackendError'),
  { name: 'BackendError' },
  { name: 'BackendError', kind: 'odd', message: 'No' },
  { name: 'BackendError', kind: 'auth', message: 7 },
  { name: 'Error', kind: 'auth', message: 'No' },
])('does not recognize %s as a backend error', (value) => {
  expect(isBackendError(value)).toBe(false);
});
