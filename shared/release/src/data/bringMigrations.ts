import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '@space/store';

/** Where a team writes the migrations of its tables, as the Supabase CLI wants them. */
export const SOURCES = join('supabase', 'migrations');

/**
 * Puts the migrations of a source into its build: they are released, signed and sent with it. Takes the source folder and that
 * of the build; a build whose source has none is left as it is.
 */
export async function bringMigrations(folder: string, dist: string): Promise<void> {
  const from = join(folder, SOURCES);
  if (!existsSync(from)) return;
  await rm(join(dist, MIGRATIONS), { recursive: true, force: true });
  await cp(from, join(dist, MIGRATIONS), { recursive: true });
}
