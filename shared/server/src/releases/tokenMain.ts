import { actorOf } from '@space/store';
import type { Query } from '../backend/database.ts';
import { readDatabaseUrl } from '../backend/postgres/address.ts';
import { readFolders } from '../settings.ts';
import { tokenCommand } from './tokenCommand.ts';
import { openTokens } from './tokens.ts';

// `npm run token -- retro`: manages the tokens with which teams release over the network; see docs/operate-the-site.md.

/** Calls `work` with a query function for the database that several servers share, or with null if there is none. */
async function withDatabase(address: string | undefined, work: (query: Query | null) => Promise<void>) {
  if (!address) return work(null);
  const { connectOnce } = await import('../backend/postgres/connect.ts');
  const { client } = await connectOnce(readDatabaseUrl(address));
  try {
    await work(async (sql, parameters = []) => {
      const { rows } = await client.query<Record<string, unknown>>(sql, parameters);
      return rows;
    });
  } finally {
    await client.end();
  }
}

try {
  const { dataDir, siteDir } = readFolders(process.env);
  await withDatabase(process.env['DATABASE_URL'], (query) => {
    const tokens = openTokens(dataDir, query);
    const context = { tokens, siteDir, by: actorOf(process.env), output: console };
    return tokenCommand(process.argv.slice(2), context);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
