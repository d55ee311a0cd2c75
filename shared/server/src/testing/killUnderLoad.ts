import { randomUUID } from 'node:crypto';
import type { ServerProcess } from './serverProcess.ts';
import { createTestClient } from './testServer.ts';
import { createLedger, startWriters } from './writers.ts';

interface Load {
  start(): Promise<ServerProcess>;
  /** The number of kills. */
  rounds: number;
  writers: number;
  /** The number of acknowledged changes before each kill. */
  changes: number;
  /** Logs a line for each round. */
  log?: (line: string) => void;
}

const PASSWORD = 'Passw0rd!';
/** After this number of rounds a new user starts, so that a check does not read the changes of all previous rounds. */
const ROUNDS_PER_USER = 10;

/**
 * Kills a server repeatedly while writers add, complete and delete tasks. Returns the number of acknowledged changes, and which
 * of them were missing or wrong after a restart.
 */
export async function killUnderLoad({ start, rounds, writers, changes, log = () => {} }: Load) {
  const faults: string[] = [];
  let acknowledged = 0;
  let ledger = createLedger();
  let email = '';

  for (let round = 0; round <= rounds; round += 1) {
    const server = await start();
    const client = createTestClient(server.origin, server.publishableKey);
    const isKnown = round > 0;
    if (isKnown) {
      const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
      if (error) throw error;
      faults.push(...(await ledger.faults(client)).map((fault) => `after kill ${round}: ${fault}`));
    }
    if (round === rounds) {
      await server.kill();
      break;
    }
    if (round % ROUNDS_PER_USER === 0) {
      email = `${randomUUID()}@example.com`;
      ledger = createLedger();
      const { error } = await client.auth.signUp({ email, password: PASSWORD });
      if (error) throw error;
    }
    const before = ledger.milliseconds.length;
    const writing = startWriters({ client, ledger, writers, endsAtRefusal: true });
    await writing.until(changes);
    const done = ledger.milliseconds.length - before;
    if (done < changes) faults.push(`round ${round}: a change was refused before the kill`);
    await server.kill('SIGKILL');
    await writing.stop();
    acknowledged += ledger.milliseconds.length - before;
    log(`${round + 1} of ${rounds}: ${acknowledged} changes acknowledged, ${faults.length} lost`);
  }
  return { acknowledged, faults };
}
