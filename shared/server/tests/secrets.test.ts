import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets } from '../src/backend/secrets.ts';

// That tokens signed with lite's default secrets, or with none, are refused: siege/blocks/keys.ts.

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'space-secrets-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('the first start makes secrets that only this account can read; later starts use them', () => {
  const secrets = loadSecrets(directory);
  expect(secrets.jwtSecret.length).toBeGreaterThanOrEqual(64);
  expect(secrets.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(secrets.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
  expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(directory)).toEqual(secrets);
});

test('every installation has its own', () => {
  const other = mkdtempSync(join(tmpdir(), 'space-secrets-'));
  const all = [loadSecrets(directory), loadSecrets(other)].flatMap((secrets) => Object.values(secrets));
  expect(new Set(all).size).toBe(6);
  rmSync(other, { recursive: true });
});

test.each(['', '{', '{}', '{"jwtSecret":"short","publishableKey":"x","secretKey":"y"}'])(
  'a damaged file (%j) is refused and left as it is: new secrets would sign everybody out',
  (text) => {
    const file = join(directory, 'secrets.json');
    writeFileSync(file, text);
    expect(() => loadSecrets(directory)).toThrow(`The secrets in ${file} are damaged.`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
