import { PGlite } from '@electric-sql/pglite';

/**
 * The arguments that the engine starts with: PGlite's defaults, and 8 MB of shared buffers. PostgreSQL's default of 128 MB
 * is zeroed at each start, which took most of the start, and wastes memory for an engine that runs one query at a time. A
 * search of 100,000 tasks takes as long with 8 MB as with 32, because the operating system caches the files.
 */
export const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];

/** Arguments with which PostgreSQL requests each flush: without `-F`, and by a method that Emscripten supports. */
export const DURABLE_PARAMETERS = [
  ...START_PARAMETERS.filter((word) => word !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
];
