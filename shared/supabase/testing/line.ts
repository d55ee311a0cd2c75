import { randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '@space/server/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startProxy, type Proxy } from './index.ts';

export const PASSWORD = 'Passw0rd!';

export const newEmail = () => `${randomUUID()}@example.com`;

/** The real server behind a proxy that can simulate network faults. */
interface Line {
  server: TestServer;
  proxy: Proxy;
}

/**
 * Starts a server and a proxy for a test file, and stops them after its tests. Takes the options of the server, a function
 * that creates the other fixtures, and a callback that runs after each test; returns a getter of all fixtures.
 */
export function startLine<Fixtures>(
  options: Parameters<typeof startTestServer>[0],
  createFixtures: (line: Line) => Fixtures,
  afterTest: () => void,
): () => Line & Fixtures {
  let world: (Line & Fixtures) | undefined;
  beforeAll(async () => {
    const server = await startTestServer({ reportFault: () => {}, ...options });
    const line = { server, proxy: await startProxy(server.origin) };
    world = { ...line, ...createFixtures(line) };
  }, 60_000);
  afterEach(() => {
    afterTest();
    world?.proxy.reset();
  });
  afterAll(async () => {
    await world?.proxy.close();
    await world?.server.close();
  });
  return () => {
    if (!world) throw new Error('The world has not started');
    return world;
  };
}
