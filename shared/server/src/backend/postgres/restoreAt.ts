import { restoreInto, type RestoreInput } from '../../backup/restoreDatabase.ts';
import { backupError } from '../../backup/backupError.ts';
import { createApp, prepare } from '../openApp.ts';
import { makeSecrets } from '../secrets.ts';
import { describeDatabase } from './address.ts';
import { connectOnce } from './connect.ts';
import { makeInstall, lockStart, recordLibrary } from './install.ts';
import { createDatabase, libraryVersion, openConnections } from './postgres.ts';
import { writeInstallFiles } from './savedInstall.ts';

/**
 * Restores a backup into a PostgreSQL database that holds no site yet. Rows, secrets and tokens are written in one
 * transaction: all or none. Rejects with a BackupError or a StartError.
 */
export async function restoreAt(address: string, path: string, summary: RestoreInput): Promise<void> {
  const { client } = await connectOnce(address);
  const query = async (sql: string, parameters: unknown[] = []) =>
    (await client.query<Record<string, unknown>>(sql, parameters)).rows;
  try {
    await lockStart(client);
    await makeInstall(client);
    const [site] = await query(`select from better_space.install where name = 'secrets'`);
    if (site)
      throw backupError(
        `There is already a site in ${describeDatabase(address)}. Create an empty database for the backup.`,
      );
    const [role] = await query('select rolsuper as may from pg_roles where rolname = current_user');
    if (role?.['may'] !== true)
      throw backupError(
        'Rows are restored with triggers off, which only a superuser may do: restore with the address of a superuser (postgresql://postgres@…), and start the server with its own address.',
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
        query,
        path,
        summary,
        beforeCommit: () => writeInstallFiles(query, summary.files),
      });
      await recordLibrary(client, libraryVersion());
    } finally {
      await connections.end();
    }
  } finally {
    await client.end();
  }
}
