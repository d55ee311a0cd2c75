import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backupError } from '../src/backup/backupError.ts';
import { listBackups } from '../src/backup/backupFiles.ts';
import { createBackups, type Backups } from '../src/backup/createBackups.ts';
import type { saveFiles } from '../src/backup/saveFiles.ts';
import { createMetrics } from '../src/health/metrics.ts';
import { folderForEach } from './support/folder.ts';

// Which backups there are after some days. What is in them: backup.test.ts.

const at = folderForEach();
let now: Date;
let disk: 'works' | 'full';
let faults: string[];
let backups: Backups;
beforeEach(() => {
  now = new Date(Date.UTC(2026, 10, 25, 9));
  disk = 'works';
  faults = [];
  const write: typeof saveFiles = async ({ file, madeAt, reason }) => {
    if (disk === 'full')
      throw backupError(`The data could not be saved in ${file}: no space left on device.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'rows');
    const madeBy = { postgres: '17', pglite: '0', lite: '0' };
    const header = {
      backup: 'better-space',
      version: 1,
      madeAt: madeAt.toISOString(),
      reason,
      madeBy,
    } as const;
    return {
      header: { ...header, migrations: [] },
      files: [],
      tables: [],
      sequences: [],
      history: [],
      bytes: 4,
    };
  };
  const reportFault = (line: string) => void faults.push(line);
  backups = createBackups({ dataDir: at(), now: () => now, write, log: () => {}, reportFault });
});

const hour = 3_600_000;
const noFiles = { copyFiles: () => {} };
const made = () => listBackups(at()).map(({ kind, madeAt }) => `${madeAt.slice(5, 13)} ${kind}`);

/** Looks each hour, as the server does. */
async function pass(hours: number, hasAccounts = true): Promise<void> {
  for (let count = 0; count < hours; count += 1) {
    await backups.look(noFiles, async () => hasAccounts);
    now = new Date(now.getTime() + hour);
  }
}

test('there is one for each day, and the newest seven stay', async () => {
  await pass(24 * 9);
  expect(made()).toEqual([
    '12-04T00 daily',
    '12-03T00 daily',
    '12-02T00 daily',
    '12-01T00 daily',
    '11-30T00 daily',
    '11-29T00 daily',
    '11-28T00 daily',
  ]);
});

test('those before changes and those that were asked for push no daily one out', async () => {
  await pass(24 * 2);
  for (let count = 0; count < 9; count += 1) {
    await backups.beforeChange('before a.sql', noFiles);
    await backups.ask(noFiles);
    now = new Date(now.getTime() + 1000);
  }
  const kinds = Object.groupBy(listBackups(at()), ({ kind }) => kind);
  expect([kinds.daily?.length, kinds.change?.length, kinds.asked?.length]).toEqual([3, 7, 7]);
});

test('a site without an account is not saved', async () => {
  await pass(24, false);
  expect(made()).toEqual([]);
  expect(backups.state()).toEqual({ last: null, failure: null });
});

test('one that fails is told with its reason, tried again each hour, and forgotten when it works', async () => {
  await pass(1);
  disk = 'full';
  now = new Date(Date.UTC(2026, 10, 26, 9));
  await pass(2);
  expect(faults).toHaveLength(2);
  expect(backups.state()).toMatchObject({
    last: { madeAt: '2026-11-25T09:00:00.000Z' },
    failure: { at: '2026-11-26T10:00:00.000Z', reason: expect.stringContaining('no space left') as string },
  });
  disk = 'works';
  await pass(1);
  expect(backups.state()).toMatchObject({ last: { madeAt: '2026-11-26T11:00:00.000Z' }, failure: null });
});

test('how old the newest one is can be asked', async () => {
  const { read } = createMetrics(undefined, () => 0, { backups: backups.state });
  expect(await read()).toContain('newest_backup_age_seconds Nan');
  await pass(1);
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 25, 11), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await read()).toContain('newest_backup_age_seconds 7200');
});

test('what was not saved is not changed', async () => {
  disk = 'full';
  await expect(backups.beforeChange('before a.sql', noFiles)).rejects.toThrow('no space left on device');
});

test('one at a time is made for who asks', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = backups.ask(noFiles);
  await expect(backups.ask({ copyFiles: () => promise })).rejects.toThrow('A backup is being made just now.');
  resolve();
  await first;
});
