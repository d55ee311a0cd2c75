export { BACKENDS_FOLDER, MIGRATE_PATH, type Announcement } from './migrateEndpoint.ts';
export type { Migrated } from './remoteData.ts';
export { rehearseMigrations } from './rehearseMigrations.ts';
export { qualifiedName, prefixOf, readName, type Finding, type MigrationFile } from './remoteNames.ts';
export { readMigrations as readSiteMigrations } from '../backend/migrations.ts';
export { supabaseDirectory } from '../paths.ts';
