import { randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '@space/server/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Backend } from '../src/types.ts';
import { startProxy, type Proxy } from './index.ts';

export const PASSWORD = 'Passw0rd!';

export const newEmail = () => `${randomUUID()}@example.com`;

/** The real server behind a proxy that can simulate network faults, and the backends to dispose of after each test. */
interface Line {
  server: TestServer;
  proxy: Proxy;
  backends: Backend[];
}

/**
 * Starts a server and a proxy for a test file, and stops them after its tests. Takes the options of the server and a
 * function that creates the other fixtures; returns a getter of all fixtures.
 */
export function startLine<Fixtures>(
  options: Parameters<typeof startTestServer>[0],
  createFixtures: (line: Line) => Fixtures,
): () => Line & Fixtures {
  let world: (Line & Fixtures) | undefined;
  beforeAll(async () => {
    const server = await startTestServer({ reportFault: () => {}, ...options });
    const line = { server, proxy: await startProxy(server.origin), backends: [] };
    world = { ...line, ...createFixtures(line) };
  }, 60_000);
  afterEach(() => {
    for (const backend of world?.backends.splice(0) ?? []) backend.dispose();
    world?.proxy.reset();
  });
  afterAll(async () => {
    world?.proxy.close();
    await world?.server.close();
  });
  return () => {
    if (!world) throw new Error('The world has not started');
    return world;
  };
}
