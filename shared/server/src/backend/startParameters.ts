import { PGlite } from '@electric-sql/pglite';

/**
 * What the engine starts with: PGlite's own words, and 8 MB of shared buffers. The 128 MB of a PostgreSQL server are filled
 * with zeros at each start, which took most of it, and stay in memory for an engine that answers one question at a time. A
 * search of 100,000 tasks takes as long with 8 MB as with 32: what is not in them is in the system's memory.
 */
export const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];

/** With them PostgreSQL asks for each flush: without `-F`, and by a method that Emscripten passes on. */
export const DURABLE_PARAMETERS = [
  ...START_PARAMETERS.filter((word) => word !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
];
