import { profileSchema } from '@space/domain';
import type { SupabaseClient } from '@supabase/supabase-js';
import { askForOne } from './restAnswers.ts';
import type { ProfileRepository } from './types.ts';

const COLUMNS = 'id,display_name,created_at';

/** Makes the repository of profiles. A missing profile is `rejected`, code `no_row`. */
export function createProfileRepository(client: SupabaseClient): ProfileRepository {
  return {
    get: (userId) => askForOne(client.from('profiles').select(COLUMNS).eq('id', userId), profileSchema),
    updateDisplayName: (userId, name) =>
      askForOne(
        client.from('profiles').update({ display_name: name }).eq('id', userId).select(COLUMNS),
        profileSchema,
      ),
  };
}
