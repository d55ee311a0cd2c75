import type { Query } from '../backup/readTables.ts';
import { backupError } from '../backup/backupError.ts';

/** One of the two databases of a move: the source or the target. */
export interface End {
  /** Queries the database on one connection. Rejects with a BackupError that names the database. */
  query: Query;
  /** A description of its location, without the password. */
  place: string;
  /** The auth server that manages its accounts: this server's library, or Supabase's own. */
  auth: 'lite' | 'GoTrue';
  close(): Promise<void>;
}

/** Creates an end whose errors name the database that they come from. */
export const createEnd = ({ query, ...end }: End): End => ({
  ...end,
  async query(sql, parameters) {
    try {
      return await query(sql, parameters);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw backupError(`${end.place} refused: ${reason}.`, error);
    }
  },
});
