import { randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '@space/server/testing';
import { afterAll, afterEach, test } from 'vitest';
import type { Backend } from '../src/types.ts';
import { startProxy, type Proxy } from './index.ts';

export const PASSWORD = 'Passw0rd!';

export const newEmail = () => `${randomUUID()}@example.com`;

/** The real server behind a proxy that can simulate network faults, and the backends to dispose of after each test. */
type Line = { server: TestServer; proxy: Proxy; backends: Backend[] };

/** The files of a process share a server: each test has accounts of its own. */
// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what the fixture needs
const shared = test.extend('server', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const server = await startTestServer({ reportFault: () => {} });
  onCleanup(() => server.close());
  return server;
});

/** Starts a proxy for a test file and, with options, a server of its own. Returns a getter of these and the other fixtures. */
export function startLine<Fixtures>(
  options: Parameters<typeof startTestServer>[0],
  createFixtures: (line: Line) => Fixtures,
): () => Line & Fixtures {
  let world: (Line & Fixtures) | undefined;
  shared.beforeAll(async ({ server: common }) => {
    const server = options ? await startTestServer({ reportFault: () => {}, ...options }) : common;
    const line = { server, proxy: await startProxy(server.origin), backends: [] };
    world = { ...line, ...createFixtures(line) };
  });
  afterEach(() => {
    for (const backend of world?.backends.splice(0) ?? []) backend.dispose();
    world?.proxy.reset();
  });
  afterAll(async () => {
    world?.proxy.close();
    if (options) await world?.server.close();
  });
  return () => {
    if (!world) throw new Error('The world has not started');
    return world;
  };
}
