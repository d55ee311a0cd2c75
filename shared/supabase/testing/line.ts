import { startTestServer, type TestServer } from '@space/server/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startProxy, type Proxy } from './proxy.ts';

export { PASSWORD, newEmail } from './person.ts';

/** The real server behind a line that can fail. */
interface Line {
  server: TestServer;
  proxy: Proxy;
}

/**
 * Starts a line for a test file, and ends it with the file. Takes the options of the server, what makes the rest of the
 * world around the line, and what is done after each test.
 */
export function startLine<More>(
  options: Parameters<typeof startTestServer>[0],
  makeMore: (line: Line) => More,
  afterTest: () => void,
): () => Line & More {
  let world: (Line & More) | undefined;
  beforeAll(async () => {
    const server = await startTestServer({ reportFault: () => {}, ...options });
    const line = { server, proxy: await startProxy(server.origin) };
    world = { ...line, ...makeMore(line) };
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
