export { BACKENDS, MIGRATE_PATH, type Announcement } from './migrateEndpoint.ts';
export type { Migrated } from './remoteData.ts';
export { rehearseMigrations } from './rehearseMigrations.ts';
export { amongOthers, prefixOf, readName, type Finding, type MigrationFile } from './remoteNames.ts';
export { readMigrations as readSiteMigrations } from '../backend/migrations.ts';
export { supabaseDirectory } from '../paths.ts';
