import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHttp1 } from './support/rawHttp.ts';
import { startNodes, type Nodes } from '../src/testing/nodes.ts';
import { rollingRestart } from '../src/testing/rollingRestart.ts';
import { postgresForFile } from './support/postgresForFile.ts';

// Two servers of one site behind nginx, on one PostgreSQL. Longer runs: `npm run lab -- postgres`.

const { preparedDatabase } = postgresForFile();
let nodes: Nodes;
beforeAll(async () => {
  nodes = await startNodes({ databaseUrl: await preparedDatabase(), count: 2 });
});
afterAll(() => nodes.stop());

test('pages and the API are served over TLS through our nginx configuration', async () => {
  const { send } = openHttp1(nodes.secureOrigin);
  const page = await send({ path: '/' });
  expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  const settings = { path: '/auth/v1/settings', headers: { apikey: nodes.publishableKey } };
  expect((await send(settings)).status).toBe(200);
});

test('when one of two servers is killed, no acknowledged change is lost, and users go on writing', async () => {
  const load = { writers: 4, order: [0], changes: 20 };
  const { lost, milliseconds } = await rollingRestart({ nodes, ...load, signal: 'SIGKILL' });
  expect(lost).toEqual([]);
  expect(milliseconds.length).toBeGreaterThanOrEqual(40);
});

test('no change is lost or refused while one of two servers is restarted', async () => {
  const load = { writers: 4, order: [1], changes: 20 };
  const { lost, refused } = await rollingRestart({ nodes, ...load, signal: 'SIGTERM' });
  expect({ lost, refused }).toEqual({ lost: [], refused: 0 });
});
