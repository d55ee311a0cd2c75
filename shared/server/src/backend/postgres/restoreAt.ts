import { restoreInto, type Restored } from '../../backup/restoreDatabase.ts';
import { backupError } from '../../backup/backupError.ts';
import { createApp, prepare } from '../openApp.ts';
import { makeSecrets } from '../secrets.ts';
import { inWords } from './address.ts';
import { connectOnce } from './connect.ts';
import { makeInstall, takeTurn, wasMadeBy } from './install.ts';
import { createDatabase, libraryVersion, openConnections } from './postgres.ts';
import { writeInstallFiles } from './savedInstall.ts';

/**
 * Restores a backup in a PostgreSQL that has no site in it yet. Rows, secrets and tokens arrive in one transaction: all, or none of
 * them. Rejects with a BackupError or a StartError.
 */
export async function restoreAt(address: string, path: string, summary: Restored): Promise<void> {
  const { client } = await connectOnce(address);
  const query = async (sql: string, parameters: unknown[] = []) =>
    (await client.query<Record<string, unknown>>(sql, parameters)).rows;
  try {
    await takeTurn(client);
    await makeInstall(client);
    const [site] = await query(`select from better_space.install where name = 'secrets'`);
    if (site)
      throw backupError(
        `There is a site already in ${inWords(address)}. Make an empty database for the backup.`,
      );
    const [role] = await query('select rolsuper as may from pg_roles where rolname = current_user');
    if (role?.['may'] !== true)
      throw backupError(
        'Rows are restored without the triggers that made them, which only a superuser may do: restore with the address of one (postgresql://postgres@…), and start the server with its own.',
      );
    const connections = await openConnections({
      address,
      client,
      synchronous: 'on',
      reportFault: console.error,
    });
    try {
      const database = createDatabase(connections, '0');
      const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
      await prepare(createApp(database, makeSecrets(), settings), database, { migrations: [] });
      await restoreInto({
        database,
        ask: query,
        path,
        summary,
        atLast: () => writeInstallFiles(query, summary.files),
      });
      await wasMadeBy(client, libraryVersion());
    } finally {
      await connections.end();
    }
  } finally {
    await client.end();
  }
}
