import type { Ask } from '../backup/ask.ts';
import { backupError } from '../backup/backupError.ts';

/** One of the two databases of a move. */
export interface End {
  /** Asks it on one connection. Rejects with a BackupError that says which of the two it is. */
  ask: Ask;
  /** Where it is, in words, without a password. */
  place: string;
  /** Who keeps the accounts: the library of this server, or Supabase's own auth server. */
  keeper: 'lite' | 'GoTrue';
  close(): Promise<void>;
}

/** Makes an end whose errors say where they come from. */
export const createEnd = ({ ask, ...end }: End): End => ({
  ...end,
  async ask(sql, parameters) {
    try {
      return await ask(sql, parameters);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw backupError(`${end.place} refused: ${reason}.`, error);
    }
  },
});
