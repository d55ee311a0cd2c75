import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTemplate } from '../../src/testing/template.ts';
import { startServerProcess, type ServerProcess, type ServerProcessOptions } from '../../src/testing.ts';

/** Like `createPlace`, with an empty database in it, so that a start is not a first start. */
export async function createPlaceWithDatabase(): Promise<Place> {
  const place = createPlace();
  await copyTemplate(place.dataDir);
  return place;
}

export type Place = ReturnType<typeof createPlace>;

/** A temporary data directory and a one-page site to start server processes in. */
export function createPlace() {
  const root = mkdtempSync(join(tmpdir(), 'space-place-'));
  const place = { dataDir: join(root, 'data'), siteDir: join(root, 'site') };
  mkdirSync(place.siteDir);
  writeFileSync(join(place.siteDir, 'index.html'), '<!doctype html><title>Better Space</title>');
  return {
    ...place,
    start: (options?: Partial<ServerProcessOptions>): Promise<ServerProcess> =>
      startServerProcess({ ...place, ...options }),
    remove: (): void => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export async function failure(
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
