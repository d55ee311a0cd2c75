export { BACKENDS, MIGRATE_PATH, type MigrateAnswer } from './migrateEndpoint.ts';
export { rehearseMigrations } from './rehearseMigrations.ts';
export { amongOthers, prefixOf, readName, type Finding, type MigrationFile } from './remoteNames.ts';
export { readMigrations as readSiteMigrations } from '../backend/migrations.ts';
export { supabaseDirectory } from '../paths.ts';
