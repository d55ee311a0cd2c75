import { mkdirSync, writeFileSync } from 'node:fs';
import { beforeEach } from 'vitest';
import {
  copyTemplate,
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '../../src/testing/process.ts';
import { folderForEach } from './folder.ts';

/**
 * Makes a data directory and a one-page site for each test of a file. `hasDatabase`: with an empty database, so that
 * a start is not a first start. Returns a function that returns both paths, and `start` for a server process on them.
 */
export function placeForEach({ hasDatabase = false } = {}) {
  const at = folderForEach();
  beforeEach(async () => {
    mkdirSync(at('site'));
    writeFileSync(at('site/index.html'), '<!doctype html><title>Better Space</title>');
    if (hasDatabase) await copyTemplate(at('data'));
  });
  return () => {
    const place = { dataDir: at('data'), siteDir: at('site') };
    const start = (options?: Partial<ServerProcessOptions>): Promise<ServerProcess> =>
      startServerProcess({ ...place, ...options });
    return { ...place, start };
  };
}

export async function startFailure(
  start: Promise<ServerProcess>,
): Promise<{ message: string; exitCode: unknown }> {
  const settled = await start.then(
    async (server) => {
      await server.kill('SIGKILL');
      return new Error('it started');
    },
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  return { message: settled.message, exitCode: 'exitCode' in settled ? settled.exitCode : undefined };
}
