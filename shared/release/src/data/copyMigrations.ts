import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '@space/store';

/** The folder of a team's migrations, as the Supabase CLI expects it. */
export const SOURCES = join('supabase', 'migrations');

/**
 * Copies the migrations of a source into its build, so that they are released and uploaded with it. Takes the source
 * folder and the build's folder; does nothing if the source has no migrations.
 */
export async function copyMigrations(folder: string, dist: string): Promise<void> {
  const from = join(folder, SOURCES);
  if (!existsSync(from)) return;
  await rm(join(dist, MIGRATIONS), { recursive: true, force: true });
  await cp(from, join(dist, MIGRATIONS), { recursive: true });
}
