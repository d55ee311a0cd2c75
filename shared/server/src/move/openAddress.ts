import { inWords, placeOf } from '../backend/postgres/address.ts';
import { backupError } from '../backup/backupError.ts';
import { createEnd, type End } from './end.ts';

const THIS_MACHINE = /^(\/|localhost:|127\.|::1|\[::1\])/;

/** Password hashes cross the network: not readable for others on the way, unless the operator says that the way is theirs. */
function refuseOpenWay(address: string, setting: string): void {
  const { searchParams } = new URL(address);
  const isSaid = searchParams.has('sslmode') || searchParams.has('ssl') || process.env['PGSSLMODE'];
  if (isSaid || THIS_MACHINE.test(placeOf(address).where)) return;
  throw backupError(
    `The address in ${setting} leads to another machine, and says nothing of TLS. Add ?sslmode=verify-full, with &sslrootcert=<file> where it has a certificate of its own (a Supabase project's is in its dashboard, under Database); or ?sslmode=disable where the network between is yours alone.`,
  );
}

/** Opens a PostgreSQL as an end of a move. Takes the name of the setting that holds its address. */
export async function openAddress(address: string, setting: string, keeper: End['keeper']): Promise<End> {
  refuseOpenWay(address, setting);
  // The driver is loaded by who needs it.
  const { connectOnce } = await import('../backend/postgres/connect.ts');
  const { client } = await connectOnce(address, setting);
  return createEnd({
    ask: async (sql, parameters) => (await client.query<Record<string, unknown>>(sql, parameters)).rows,
    place: inWords(address),
    keeper,
    close: () => client.end(),
  });
}
