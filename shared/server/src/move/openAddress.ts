import { describeDatabase, parseAddress } from '../backend/postgres/address.ts';
import { backupError } from '../backup/backupError.ts';
import { createEnd, type End } from './end.ts';

const THIS_MACHINE = /^(\/|localhost:|127\.|::1|\[::1\])/;

/** Rejects a remote address without a TLS setting: password hashes cross the network. sslmode=disable opts out. */
function requireEncryption(address: string, setting: string): void {
  const { searchParams } = new URL(address);
  const isConfigured = searchParams.has('sslmode') || searchParams.has('ssl') || process.env['PGSSLMODE'];
  if (isConfigured || THIS_MACHINE.test(parseAddress(address).server)) return;
  throw backupError(
    `The address in ${setting} leads to another machine, and does not say whether to use TLS. Add ?sslmode=verify-full, with &sslrootcert=<file> if it has its own certificate authority (a Supabase project's certificate is in its dashboard, under Database); or ?sslmode=disable if the network between is yours alone.`,
  );
}

/** Opens a PostgreSQL database as an end of a move. Takes also the name of the setting that holds its address. */
export async function openAddress(address: string, setting: string, auth: End['auth']): Promise<End> {
  requireEncryption(address, setting);
  // The driver is loaded only if it is needed.
  const { connectOnce } = await import('../backend/postgres/connect.ts');
  const { client } = await connectOnce(address, setting);
  return createEnd({
    query: async (sql, parameters) => (await client.query<Record<string, unknown>>(sql, parameters)).rows,
    place: describeDatabase(address),
    auth,
    close: () => client.end(),
  });
}
