import { profileNameSchema, profileSchema } from '@space/domain';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { askForSingle, readRow } from './restAnswers.ts';
import type { ProfileRepository } from './types.ts';

/**
 * Creates the profile repository. Each query selects only the columns that a page shows, as a single row (rule
 * profile-query); the id of a profile is the user's id. A missing profile is `rejected`, code `no_row`.
 */
export function createProfileRepository(client: PostgrestClient): ProfileRepository {
  const rows = () => client.from('profiles');

  return {
    async get(userId) {
      const query = rows().select('display_name,created_at').eq('id', userId).single();
      const row = await askForSingle(query, ['display_name', 'created_at']);
      return readRow(profileSchema, { ...row, id: userId });
    },
    async getDisplayName(userId) {
      const query = rows().select('display_name').eq('id', userId).single();
      const row = await askForSingle(query, ['display_name']);
      return readRow(profileNameSchema, row).display_name;
    },
    async updateDisplayName(userId, name) {
      const change = rows().update({ display_name: name }).eq('id', userId);
      const query = change.select('display_name,created_at').single();
      const row = await askForSingle(query, ['display_name', 'created_at']);
      return readRow(profileSchema, { ...row, id: userId });
    },
  };
}
