import type { ReleasedMigration } from '@space/store';

/** A migration of a remote: the name of its file, and its text. */
export type MigrationFile = ReleasedMigration;

/** What the tables of a remote begin with, and all that belongs to them: 'notes-extra' → 'notes_extra_'. */
export const prefixOf = (remote: string) => `${remote.replaceAll('-', '_')}_`;

/** The role that owns them in the embedded database. It may create tables, and touch nothing of others. */
export const roleOf = (remote: string) => `remote_${remote.replaceAll('-', '_')}`;

/** A migration's name, as the Supabase CLI wants it: when it was written, and what it does. */
const FILE = /^(\d{14})_([a-z0-9][a-z0-9_]{0,60})\.sql$/;

/** What a file's name says; null for one that is no migration's. */
export function readName(file: string): { version: string; title: string } | null {
  const [, version, title] = FILE.exec(file) ?? [];
  return version === undefined || title === undefined ? null : { version, title };
}

/**
 * What a remote's migration is called among those of the site and of others: its file is `<version>_<name>.sql` there. Takes
 * the remote and the name of the file, which was checked; the name begins with the remote's.
 */
export function amongOthers(remote: string, file: string): { version: string; name: string } {
  const { version, title } = readName(file) ?? { version: file, title: '' };
  const prefix = prefixOf(remote);
  return { version, name: title.startsWith(prefix) ? title : prefix + title };
}

/** What is wrong, in a sentence, and where: the file, and the line where it is known. */
export interface Finding {
  message: string;
  where?: string;
}

/** Takes what is wrong, the file and the line; returns the finding. */
export const findingAt = (message: string, file: string, line?: number): Finding => ({
  message,
  where: `supabase/migrations/${file}${line === undefined ? '' : `:${line}`}`,
});
