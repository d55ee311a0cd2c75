import type { ReleasedMigration } from '@space/store';

/** A migration of a remote: its file name, and its SQL. */
export type MigrationFile = ReleasedMigration;

/** The prefix of the names of a remote's tables and of their objects: 'notes-extra' → 'notes_extra_'. */
export const prefixOf = (remote: string) => `${remote.replaceAll('-', '_')}_`;

/** The role that owns a remote's tables in the embedded database. It may create tables, but not touch those of others. */
export const roleOf = (remote: string) => `remote_${remote.replaceAll('-', '_')}`;

/** The file name of a migration, as the Supabase CLI requires it: a timestamp and a title. */
const FILE = /^(\d{14})_([a-z0-9][a-z0-9_]{0,60})\.sql$/;

/** Parses the file name of a migration. Returns null for any other file. */
export function readName(file: string): { version: string; title: string } | null {
  const [, version, title] = FILE.exec(file) ?? [];
  return version === undefined || title === undefined ? null : { version, title };
}

/**
 * The version and name of a remote's migration in a history shared with the site and other remotes
 * (`<version>_<name>.sql`). Takes the remote and a valid file name; returns a name that begins with the remote's prefix.
 */
export function qualifiedName(remote: string, file: string): { version: string; name: string } {
  const { version, title } = readName(file) ?? { version: file, title: '' };
  const prefix = prefixOf(remote);
  return { version, name: title.startsWith(prefix) ? title : prefix + title };
}

/** A problem: a sentence, and its location (the file, and the line if it is known). */
export interface Finding {
  message: string;
  where?: string;
}

/** Creates a finding for a file of a migration, and a line if it is known. */
export const findingAt = (message: string, file: string, line?: number): Finding => ({
  message,
  where: `supabase/migrations/${file}${line === undefined ? '' : `:${line}`}`,
});
