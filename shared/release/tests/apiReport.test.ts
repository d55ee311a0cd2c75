import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { satisfiesCaret } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import {
  apiOfSource,
  apiText,
  changeBetween,
  parseApi,
  readApi,
  versionTrouble,
} from '../src/packages/apiReport.ts';
import { ROOT } from '../src/places.ts';

const INDEX = 'platform/src/index.d.ts';
const NOTIFY = "export { notify } from './notify.ts';\nexport type { Notice } from './notify.ts';\n";
const DECLARED =
  'export interface Notice {\n    text: string;\n}\nexport declare const notify: (message: string) => void;\n';

const apiWith = (files: Record<string, string> = {}, version = '1.6.0') => ({
  version,
  files: { [INDEX]: NOTIFY, 'platform/src/notify.d.ts': DECLARED, ...files },
});

/** An API in which one piece of text was replaced. */
const changed = (from: string, to: string, version?: string) =>
  apiWith(
    { [INDEX]: NOTIFY.replace(from, to), 'platform/src/notify.d.ts': DECLARED.replace(from, to) },
    version,
  );

describe('the platform of this checkout', () => {
  test('matches its API report, and its version reflects the changes', async () => {
    const [report, source] = [readApi(), await apiOfSource()];
    expect(await versionTrouble(report, source)).toBeNull();
    expect(apiText(source), 'run `node shared/release/src/packages/writeApi.ts`').toBe(apiText(report));
  });

  test('has a version that remotes accept, and that the changelog describes', () => {
    const { version } = readApi();
    expect(satisfiesCaret(version, SHARES['@space/platform'])).toBe(true);
    const log = readFileSync(join(ROOT, 'shared', 'platform', 'CHANGELOG.md'), 'utf8');
    expect(log).toContain(`\n## ${version}\n`);
  });
});

test.each([
  ['no change', apiWith(), 'none', []],
  [
    'a removed name',
    changed('export { notify }', 'export { notify as tell }'),
    'major',
    ["'notify' is gone"],
  ],
  ['a removed type', changed('export type { Notice }', 'export type {}'), 'major', ["'Notice' is gone"]],
  [
    'an additional parameter',
    changed('message: string', 'message: string, tone: string'),
    'major',
    [expect.stringContaining("'notify'")],
  ],
  [
    'a parameter that becomes optional',
    changed('message: string', 'message?: string'),
    'minor',
    [expect.stringContaining("'notify(message)'")],
  ],
  [
    'a new name',
    apiWith({ [INDEX]: `${NOTIFY}export { notify as tell } from './notify.ts';\n` }),
    'minor',
    ["'tell' is new"],
  ],
  ['a renamed parameter', changed('message: string', 'text: string'), 'patch', [expect.anything()]],
])('determines the kind of change: %s', async (_what, after, kind, reasons) => {
  expect(await changeBetween(apiWith(), after)).toEqual({ kind, reasons });
});

test('reports a version that was not raised enough', async () => {
  const gone = 'export { notify as tell }';
  expect(await versionTrouble(apiWith(), changed('export { notify }', gone, '1.7.0'))).toContain('to 2.0.0.');
  expect(await versionTrouble(apiWith(), changed('export { notify }', gone, '2.0.0'))).toBeNull();
});

test('a report survives a round trip', () => {
  expect(parseApi(apiText(apiWith()))).toEqual(apiWith());
});
