import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lockDirectory } from '../src/backend/directoryLock.ts';
import { isStartError, startServer } from '../src/index.ts';
import { folderForEach } from './support/folder.ts';
import { placeForEach } from './support/startup.ts';

describe('several servers on one data directory', () => {
  const place = placeForEach({ hasDatabase: true });

  test('only one can start, and another can start once it is killed', async () => {
    const starts = await Promise.allSettled([place().start(), place().start(), place().start()]);
    const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason as unknown] : []));
    const inUse = { message: expect.stringContaining('is in use by') as unknown, exitCode: 1 };
    expect(reasons).toEqual([expect.objectContaining(inUse), expect.objectContaining(inUse)]);
    const [winner] = winners;
    await expect(startServer(place())).rejects.toThrow(
      `The data directory ${place().dataDir} is in use by process ${winner?.pid}. Stop that server first, or set DATA_DIR to another directory.`,
    );
    expect((await fetch(`${winner?.operatorOrigin}/outbox`)).status).toBe(200);
    expect(await winner?.kill('SIGKILL')).toBeNull();
    const next = await startServer(place());
    expect((await fetch(next.origin)).status).toBe(200);
    await next.close();
  });
});

describe('the lock', () => {
  const at = folderForEach();

  function reason(): string {
    try {
      lockDirectory(at()).release();
    } catch (error) {
      return isStartError(error) ? error.message : 'not a StartError';
    }
    return 'locked';
  }

  test('is exclusive within one process too, and can be acquired again after its release', () => {
    const lock = lockDirectory(at());
    expect(reason()).toContain(`in use by process ${process.pid}`);
    lock.release();
    lock.release();
    expect(reason()).toBe('locked');
  });

  test('ignores a recorded pid that another program uses now', () => {
    writeFileSync(at('server.pid'), `${process.ppid}\n`);
    expect(reason()).toBe('locked');
  });

  test('does not name the recorded process if it is dead', () => {
    const lock = lockDirectory(at());
    writeFileSync(at('server.pid'), '4194999\n');
    expect(reason()).toContain('in use by another process');
    lock.release();
  });
});
