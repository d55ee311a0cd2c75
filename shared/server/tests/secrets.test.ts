import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { saveSecrets, loadSecrets, makeSecrets } from '../src/backend/secrets.ts';
import { folderForEach } from './support/folder.ts';

// That tokens signed with lite's default secrets, or with none, are refused: attacks.test.ts.

const at = folderForEach();

test('secrets are readable by this account only, and the same at each start', () => {
  expect(loadSecrets(at())).toBeNull();
  const secrets = makeSecrets();
  saveSecrets(at(), secrets);
  expect(secrets.jwtSecret.length).toBeGreaterThanOrEqual(64);
  expect(secrets.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(secrets.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
  expect(statSync(at('secrets.json')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(at())).toEqual(secrets);
});

test('every installation has its own secrets', () => {
  const all = [makeSecrets(), makeSecrets()].flatMap((secrets) => Object.values(secrets));
  expect(new Set(all).size).toBe(6);
});

test.each(['', '{', '{}', '{"jwtSecret":"short","publishableKey":"x","secretKey":"y"}'])(
  'rejects a damaged file (%j) and leaves it unchanged: new secrets would sign all users out',
  (text) => {
    const file = at('secrets.json');
    writeFileSync(file, text);
    expect(() => loadSecrets(at())).toThrow(`The secrets in ${file} are damaged.`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
