import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backupError } from '../src/backup/backupError.ts';
import { listBackups } from '../src/backup/backupFiles.ts';
import { createBackups, type Backups } from '../src/backup/createBackups.ts';
import type { saveFiles } from '../src/backup/saveFiles.ts';
import { createMetrics } from '../src/health/metrics.ts';
import { folderForEach } from './support/folder.ts';

// Which backups exist after some days. Their content: backup.test.ts.

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
const describeBackups = () => listBackups(at()).map(({ kind, madeAt }) => `${madeAt.slice(5, 13)} ${kind}`);

/** Lets hours pass, with the check that the server runs each hour. */
async function passHours(hours: number, hasAccounts = true): Promise<void> {
  for (let count = 0; count < hours; count += 1) {
    await backups.runDaily(noFiles, async () => hasAccounts);
    now = new Date(now.getTime() + hour);
  }
}

test('makes one backup a day and keeps the newest seven', async () => {
  await passHours(24 * 9);
  expect(describeBackups()).toEqual([
    '12-04T00 daily',
    '12-03T00 daily',
    '12-02T00 daily',
    '12-01T00 daily',
    '11-30T00 daily',
    '11-29T00 daily',
    '11-28T00 daily',
  ]);
});

test('backups before changes and on request do not displace daily ones', async () => {
  await passHours(24 * 2);
  for (let count = 0; count < 9; count += 1) {
    await backups.beforeChange('before a.sql', noFiles);
    await backups.makeNow(noFiles);
    now = new Date(now.getTime() + 1000);
  }
  const kinds = Object.groupBy(listBackups(at()), ({ kind }) => kind);
  expect([kinds.daily?.length, kinds.change?.length, kinds.asked?.length]).toEqual([3, 7, 7]);
});

test('does not back up a site without accounts', async () => {
  await passHours(24, false);
  expect(describeBackups()).toEqual([]);
  expect(backups.state()).toEqual({ last: null, failure: null });
});

test('reports a failed backup with its reason, retries each hour, and clears the failure on success', async () => {
  await passHours(1);
  disk = 'full';
  now = new Date(Date.UTC(2026, 10, 26, 9));
  await passHours(2);
  expect(faults).toHaveLength(2);
  expect(backups.state()).toMatchObject({
    last: { madeAt: '2026-11-25T09:00:00.000Z' },
    failure: { at: '2026-11-26T10:00:00.000Z', reason: expect.stringContaining('no space left') as string },
  });
  disk = 'works';
  await passHours(1);
  expect(backups.state()).toMatchObject({ last: { madeAt: '2026-11-26T11:00:00.000Z' }, failure: null });
});

test('the metrics contain the age of the newest backup', async () => {
  const { read } = createMetrics(undefined, () => 0, backups.state);
  expect(await read()).toContain('newest_backup_age_seconds Nan');
  await passHours(1);
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 25, 11), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await read()).toContain('newest_backup_age_seconds 7200');
});

test('rejects a change if the backup before it fails', async () => {
  disk = 'full';
  await expect(backups.beforeChange('before a.sql', noFiles)).rejects.toThrow('no space left on device');
});

test('rejects a requested backup while another one is being made', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = backups.makeNow(noFiles);
  await expect(backups.makeNow({ copyFiles: () => promise })).rejects.toThrow(
    'A backup is already being made.',
  );
  resolve();
  await first;
});
