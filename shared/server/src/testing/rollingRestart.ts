import { randomUUID } from 'node:crypto';
import type { Nodes } from './nodes.ts';
import { createTestClient } from './testServer.ts';
import { createLedger, startWriters } from './writers.ts';

interface Restart {
  nodes: Nodes;
  writers: number;
  /** The indexes of the servers to restart, one after another. */
  order: readonly number[];
  signal: NodeJS.Signals;
  /** The number of acknowledged changes before each restart and after the last one. */
  changes: number;
}

/** Restarts servers of a site one after another while writers change tasks. Returns durations, refusals and losses. */
export async function rollingRestart({ nodes, writers, order, signal, changes }: Restart) {
  const client = createTestClient(nodes.origin, nodes.publishableKey);
  const email = `${randomUUID()}@example.com`;
  const { error } = await client.auth.signUp({ email, password: 'Passw0rd!' });
  if (error) throw error;
  const ledger = createLedger();
  const writing = startWriters({ client, ledger, writers, endsAtRefusal: false });
  for (const index of order) {
    await writing.until(changes);
    await nodes.restart(index, signal);
  }
  await writing.until(changes);
  const refused = await writing.stop();
  return { milliseconds: ledger.milliseconds, refused, lost: await ledger.faults(client) };
}
