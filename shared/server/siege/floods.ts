import { connect as connectHttp2 } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import type { RawResponse } from '../tests/support/rawHttp.ts';
import { must } from './cases.ts';
import { newAddress, signIn, visit } from './person.ts';
import type { Site } from './site.ts';

/** Runs `act` many times at once, as an attacker with separate connections. */
export async function many(
  site: Site,
  count: number,
  act: (attacker: Site, index: number) => Promise<RawResponse>,
): Promise<RawResponse[]> {
  const { send, close } = site.another();
  const attacker = { ...site, send };
  try {
    return await Promise.all(Array.from({ length: count }, (_, index) => act(attacker, index)));
  } finally {
    close();
  }
}

export const bigBodies = (site: Site) =>
  many(site, 200, ({ send, publishableKey: apikey, bert }) =>
    send({
      method: 'POST',
      path: '/rest/v1/tasks',
      headers: { apikey, 'Content-Type': 'application/json', Authorization: `Bearer ${bert.token}` },
      body: 'a'.repeat(1_000_000),
    }),
  );

/** Sends wrong passwords for many accounts. nginx has 512 connections and needs two for each request. */
export const signIns = (site: Site) =>
  many(site, site.way === 'deploy/nginx' ? 200 : 300, async (attacker, index) => {
    const email = `nobody${index}@example.com`;
    const { response } = await signIn(attacker, { email, password: 'Wrong pass 1', address: newAddress() });
    return response;
  });

/** Opens streams and resets each immediately, until the server disconnects. */
export async function resetStreams(origin: string, token: string, apikey: string): Promise<void> {
  const session = connectHttp2(origin, { rejectUnauthorized: false });
  session.on('error', () => {});
  for (let index = 0; index < 3000 && !session.destroyed && !session.closed; index += 1) {
    try {
      const stream = session.request({
        ':path': '/rest/v1/tasks?select=*',
        authorization: `Bearer ${token}`,
        apikey,
      });
      stream.on('error', () => {});
      stream.close(8);
    } catch {
      break; // The server has disconnected this client.
    }
    if (index % 50 === 0) await wait(1);
  }
  session.destroy();
}

export async function slowHeaders(site: Site): Promise<void> {
  const { hostname, port, protocol } = new URL(site.origin);
  const options = { host: hostname, port: Number(port) };
  const sockets = Array.from({ length: 200 }, () => {
    const socket =
      protocol === 'https:'
        ? connectSecure({ ...options, rejectUnauthorized: false })
        : connectPlain(options);
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: ');
    return socket;
  });
  for (let round = 0; round < 10; round += 1) {
    await wait(100);
    for (const socket of sockets) socket.write('x');
  }
  const fault = await visit(site, 2000);
  for (const socket of sockets) socket.destroy();
  must(fault === null, `meanwhile ${fault}`);
}

/** The memory that a server reports in its metrics, in megabytes. */
export async function memoryOf({ operatorOrigin }: Site): Promise<number> {
  const metrics = await (await fetch(`${operatorOrigin}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]) / 1024 ** 2);
}
