import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDirectory } from '../src/backend/directoryLock.ts';
import { isStartError } from '../src/index.ts';
import { createPlaceWithDatabase, failure, type Place } from './support/startup.ts';

describe('one server to a data directory', () => {
  let place: Place;
  beforeEach(async () => {
    place = await createPlaceWithDatabase();
  });
  afterEach(() => place.remove());

  test('the second is refused in one sentence that names the directory and the process', async () => {
    const first = await place.start();
    const second = await failure(place.start());
    expect(second.exitCode).toBe(1);
    expect(second.message.split('\n')).toHaveLength(1);
    expect(second.message).toContain(
      `The data directory ${place.dataDir} is in use by process ${first.pid}. ` +
        'Stop that server first, or set DATA_DIR to another directory.',
    );
    expect((await fetch(`${first.operatorOrigin}/outbox`)).status).toBe(200);
    expect(await first.kill()).toBe(0);
    expect(await (await place.start()).kill()).toBe(0);
  });

  test('a server that was killed does not block the next', async () => {
    const killed = await place.start();
    expect(await killed.kill('SIGKILL')).toBeNull();
    const next = await place.start();
    expect((await fetch(next.origin)).status).toBe(200);
    await next.kill();
  });

  test('of several started at once exactly one wins', async () => {
    const starts = await Promise.allSettled([place.start(), place.start(), place.start()]);
    const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
    expect(winners).toHaveLength(1);
    expect(reasons).toEqual([
      expect.stringContaining('is in use by'),
      expect.stringContaining('is in use by'),
    ]);
    await winners[0]?.kill();
  });
});

describe('the lock', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'space-lock-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function reason(): string {
    try {
      lockDirectory(directory).release();
    } catch (error) {
      return isStartError(error) ? error.message : 'not a StartError';
    }
    return 'locked';
  }

  test('holds within one process too, and can be taken again once released', () => {
    const lock = lockDirectory(directory);
    expect(reason()).toContain(`in use by process ${process.pid}`);
    lock.release();
    lock.release();
    expect(reason()).toBe('locked');
  });

  test('does not mistake a pid that another program uses now for a server', () => {
    writeFileSync(join(directory, 'server.pid'), `${process.ppid}\n`);
    expect(reason()).toBe('locked');
  });

  test('does not name a dead process', () => {
    const lock = lockDirectory(directory);
    writeFileSync(join(directory, 'server.pid'), '4194999\n');
    expect(reason()).toContain('in use by another process');
    lock.release();
  });
});
