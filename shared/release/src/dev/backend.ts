import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPort, startServer, type Server } from '@space/server';
import { SOURCES } from '../data/bringMigrations.ts';
import { ROOT } from '../places.ts';

/** A remote whose source is developed. */
interface Source {
  name: string;
  folder: string;
}

/** Makes the tables of a source, as its release would, and says what is wrong with them. */
async function makeTables(server: Server, dataDir: string, { name, folder }: Source): Promise<void> {
  const place = join(folder, SOURCES);
  const files = existsSync(place) ? readdirSync(place).toSorted() : [];
  const migrations = files.map((file) => ({ file, sql: readFileSync(join(place, file), 'utf8') }));
  const { findings } = await server.applyMigrations(name, migrations);
  for (const { message, where = '' } of findings) console.error(`[backend] ${name}: ${message} (${where})`);
  if (findings.length > 0)
    console.error(
      `[backend] Its new tables are not made. Mend that and start again; to begin with an empty database, name another DATA_DIR than ${dataDir}.`,
    );
}

/**
 * Starts the embedded backend for a development server, with the settings of the environment. Takes the address that people
 * open, what is developed, whose tables it makes, and the folder of the releases that it serves too, if any. Throws a
 * StartError for a setting that is not valid, or a port or folder that is in use.
 */
export async function startBackend(siteUrl: string, sources: readonly Source[], siteDir?: string) {
  const { DATA_DIR, BACKEND_PORT, OPERATOR_PORT, CONFIRM_EMAIL } = process.env;
  const dataDir = DATA_DIR ? resolve(DATA_DIR) : join(ROOT, '.space', 'data');
  const server = await startServer({
    dataDir,
    port: readPort('BACKEND_PORT', BACKEND_PORT || '0'),
    operatorPort: readPort('OPERATOR_PORT', OPERATOR_PORT || '0'),
    siteUrl,
    ...(siteDir !== undefined && { siteDir }),
    confirmEmail: CONFIRM_EMAIL === 'on',
    isDevelopment: true,
    log: (line) => console.log(`[backend] ${line}`),
  });
  for (const source of sources) await makeTables(server, dataDir, source);
  return { ...server, dataDir };
}
