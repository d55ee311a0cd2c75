import { startNodes } from '@space/server/testing/nodes';
import type { TestPostgres } from '@space/server/testing/postgres';
import { rollingRestart } from '@space/server/testing/rollingRestart';
import { percentile } from './load.ts';

const WRITERS = 8;
const CHANGES = 50;

/** Restarts, then kills, two servers in turn under load. Returns whether no change was lost, or refused in a restart. */
export async function runRolling(postgres: TestPostgres, rounds: number): Promise<boolean> {
  await postgres.run('create database rolling');
  const nodes = await startNodes({ databaseUrl: postgres.addressOf('rolling'), count: 2 });
  let isKept = true;
  try {
    for (const [signal, action] of [
      ['SIGTERM', 'restarted'],
      ['SIGKILL', 'killed'],
    ] as const) {
      const order = Array.from(
        { length: rounds * nodes.servers.length },
        (_, at) => at % nodes.servers.length,
      );
      const load = { nodes, writers: WRITERS, changes: CHANGES, order, signal };
      const { milliseconds, refused, lost } = await rollingRestart(load);
      const times = [0.5, 0.99, 1].map((share) => percentile(milliseconds, share).toFixed(0));
      for (const fault of lost) console.log(`✗ ${fault}`);
      if (lost.length > 0 || (signal === 'SIGTERM' && refused > 0)) isKept = false;
      console.log(
        `two servers ${action} ${rounds} times each: ${milliseconds.length} changes acknowledged, ${lost.length} lost, ${refused} refused; median ${times[0]} ms, p99 ${times[1]} ms, longest ${times[2]} ms`,
      );
    }
  } finally {
    await nodes.stop();
  }
  return isKept;
}
