import { randomUUID } from 'node:crypto';
import type { Nodes } from './nodes.ts';
import { createTestClient } from './testServer.ts';
import { createLedger, startWriters } from './writers.ts';

interface Restart {
  nodes: Nodes;
  writers: number;
  /** Which servers are ended and started again, one after another. */
  order: readonly number[];
  signal: NodeJS.Signals;
  /** So many changes are acknowledged before each end and after the last start. */
  changes: number;
}

/** Ends servers of one site one after another, and starts them again, while people write. Returns what became of the changes. */
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
