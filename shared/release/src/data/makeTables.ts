import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '@space/server';
import { SOURCES } from './bringMigrations.ts';

/** A remote whose source runs here, not a release of it. */
export interface Source {
  name: string;
  folder: string;
}

/** Makes the tables of a source, as its release would, and says what is wrong with them. */
export async function makeTables(server: Server, dataDir: string, { name, folder }: Source): Promise<void> {
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
