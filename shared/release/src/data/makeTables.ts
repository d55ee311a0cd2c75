import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '@space/server';
import { SOURCES } from './copyMigrations.ts';

/** A remote that runs from its source, not from a release. */
export interface Source {
  name: string;
  folder: string;
}

/** Applies the migrations of a source, as its release would, and logs what is wrong with them. */
export async function makeTables(server: Server, dataDir: string, { name, folder }: Source): Promise<void> {
  const directory = join(folder, SOURCES);
  const files = existsSync(directory) ? readdirSync(directory).toSorted() : [];
  const migrations = files.map((file) => ({ file, sql: readFileSync(join(directory, file), 'utf8') }));
  const { findings } = await server.applyMigrations(name, migrations);
  for (const { message, where = '' } of findings) console.error(`[backend] ${name}: ${message} (${where})`);
  if (findings.length > 0)
    console.error(
      `[backend] Its new tables were not created. Fix that and start again; to begin with an empty database, set DATA_DIR to another folder than ${dataDir}.`,
    );
}
