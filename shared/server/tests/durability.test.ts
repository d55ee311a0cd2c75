import { randomUUID } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, describe, expect, test } from 'vitest';
import {
  copyTemplate,
  createTestClient,
  killUnderLoad,
  SHORT_LIVED,
  startTestServer,
} from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';
import { makeLossy } from './support/lossyDisk.ts';
import { placeForEach } from './support/startup.ts';

// Acknowledged means on the disk.

describe('kill -9', () => {
  const place = placeForEach({ hasDatabase: true });

  // `npm run lab -- kills` is the long form.
  test('five times during writes loses no acknowledged change', async () => {
    const { start } = place();
    const { acknowledged, faults } = await killUnderLoad({ start, kills: 5, changes: 40 });
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThanOrEqual(200);
  }, 120_000);
});

describe('a disk that loses what was not flushed', () => {
  const at = folderForEach();
  let restore = () => {};
  afterEach(() => restore());

  /** Lets writers add 120 tasks, and cuts the power after each 30. Returns how many acknowledged ones each cut loses. */
  async function countLost(ignoresFlushes: boolean): Promise<number[]> {
    await copyTemplate(at('data'));
    restore = makeLossy(at('data/database'), at('image'), ignoresFlushes);
    const server = await startTestServer({ dataDir: at('data') });
    const { client } = await server.signUp();
    const acknowledged: string[] = [];
    const write = async () => {
      while (acknowledged.length < 120) {
        const id = randomUUID();
        await client.from('tasks').insert({ id, title: 'Plan', task_date: '2026-11-20' }).throwOnError();
        const count = acknowledged.push(id);
        if (count % 30 === 0) cpSync(at('image'), at(`cut-${count}`), { recursive: true });
        // The log is written to the tables, or goes on in another file.
        if (count % 20 === 10)
          await server.query(count % 40 === 10 ? 'checkpoint' : 'select pg_switch_wal()');
      }
    };
    await Promise.all([write(), write(), write(), write()]);
    await server.close();
    restore();
    const lost: number[] = [];
    for (const count of [30, 60, 90, 120]) {
      const engine = await PGlite.create(at(`cut-${count}`));
      const sql = 'select count(*)::int as found from public.tasks where id = any($1)';
      const { rows } = await engine.query<{ found: number }>(sql, [acknowledged.slice(0, count)]);
      lost.push(count - (rows[0]?.found ?? 0));
      await engine.close();
    }
    return lost;
  }

  test('has every acknowledged task after a power cut', async () => {
    expect(await countLost(false)).toEqual([0, 0, 0, 0]);
  }, 60_000);

  test('loses them if it ignores flushes, so that the test above means something', async () => {
    expect(Math.max(...(await countLost(true)))).toBeGreaterThan(0);
  }, 60_000);
});

describe('a disk that refuses a flush', () => {
  const place = placeForEach({ hasDatabase: true });

  test('ends the server, which has acknowledged nothing of it', async () => {
    const { dataDir, start } = place();
    const refusal = new URL('./support/refusingDisk.ts', import.meta.url).href;
    const server = await start({ words: [...SHORT_LIVED, '--import', refusal] });
    const client = createTestClient(server.origin, server.publishableKey);
    await client.auth.signUp({ email: 'anna@example.com', password: 'Passw0rd!' });
    writeFileSync(join(dataDir, 'refuse'), '');
    const { error } = await client.from('tasks').insert({ title: 'Plan', task_date: '2026-11-20' });
    expect(error).not.toBeNull();
    expect(await server.kill()).toBe(1);
    expect(server.output()).toContain('The disk refused to keep a change');
  }, 60_000);
});
