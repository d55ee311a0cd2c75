import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keepSecrets, loadSecrets, makeSecrets } from '../src/backend/secrets.ts';
import { folderForEach } from './support/folder.ts';

// That tokens signed with lite's default secrets, or with none, are refused: siege/blocks/keys.ts.

const at = folderForEach();

test('secrets can be read by this account alone, and are the same at each start', () => {
  expect(loadSecrets(at())).toBeNull();
  const secrets = makeSecrets();
  keepSecrets(at(), secrets);
  expect(secrets.jwtSecret.length).toBeGreaterThanOrEqual(64);
  expect(secrets.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(secrets.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
  expect(statSync(at('secrets.json')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(at())).toEqual(secrets);
});

test('every installation has its own', () => {
  const all = [makeSecrets(), makeSecrets()].flatMap((secrets) => Object.values(secrets));
  expect(new Set(all).size).toBe(6);
});

test.each(['', '{', '{}', '{"jwtSecret":"short","publishableKey":"x","secretKey":"y"}'])(
  'a damaged file (%j) is refused and left as it is: new secrets would sign everybody out',
  (text) => {
    const file = at('secrets.json');
    writeFileSync(file, text);
    expect(() => loadSecrets(at())).toThrow(`The secrets in ${file} are damaged.`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
