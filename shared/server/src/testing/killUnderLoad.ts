import { randomUUID } from 'node:crypto';
import type { ServerProcess } from './serverProcess.ts';
import { createTestClient } from './testServer.ts';
import { createLedger, startWriters } from './writers.ts';

interface Load {
  start(): Promise<ServerProcess>;
  /** What is killed: the server, where nothing else is said. */
  kill?: () => Promise<void>;
  /** How often it is killed. */
  rounds: number;
  writers: number;
  /** So many changes of a round are acknowledged before the kill. */
  changes: number;
  /** Gets a line for each round. */
  log?: (line: string) => void;
}

const PASSWORD = 'Passw0rd!';
/** Then another person goes on, so that a hundred rounds do not read all that came before each time. */
const ROUNDS_EACH = 10;

/**
 * Kills a server again and again while writers add, tick and delete tasks. Returns how many changes were acknowledged, and what
 * of them was missing or wrong at the next start.
 */
export async function killUnderLoad({ start, kill, rounds, writers, changes, log = () => {} }: Load) {
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
    if (round % ROUNDS_EACH === 0) {
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
    if (kill) await kill();
    else await server.kill('SIGKILL');
    await writing.stop();
    acknowledged += ledger.milliseconds.length - before;
    if (kill) await server.kill();
    log(`${round + 1} of ${rounds}: ${acknowledged} changes acknowledged, ${faults.length} lost`);
  }
  return { acknowledged, faults };
}
