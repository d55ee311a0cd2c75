import { profileNameSchema, profileSchema } from '@space/domain';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { answerOf, readRow, unreadable, type RestAnswer } from './answers.ts';
import { backendError } from './errors.ts';
import { readStoredSession, type SafeStorage } from './storedSession.ts';
import type { Account, Backend } from './types.ts';

const SECRET = /^[0-9a-f]{64}$/;

/**
 * Creates the repositories of all but tasks; types.ts says what their methods promise. A query of a profile selects only the
 * columns that a page shows, as a single row. `readUser` returns the auth server's user, unchecked.
 */
export function createRepositories(
  client: PostgrestClient,
  storage: SafeStorage,
  readUser: () => Promise<unknown>,
): Pick<Backend, 'profiles' | 'account' | 'calendarFeed'> {
  const rows = () => client.from('profiles');
  const profileOf = ({ data }: RestAnswer, id: string) => readRow(profileSchema, { ...Object(data), id });

  return {
    profiles: {
      async get(userId) {
        const query = rows().select('display_name,created_at').eq('id', userId);
        return profileOf(await answerOf(query.single()), userId);
      },
      async getDisplayName(userId) {
        const query = rows().select('display_name').eq('id', userId);
        const { data } = await answerOf(query.single());
        return readRow(profileNameSchema, data).display_name;
      },
      async updateDisplayName(userId, name) {
        const change = rows().update({ display_name: name }).eq('id', userId);
        return profileOf(await answerOf(change.select('display_name,created_at').single()), userId);
      },
    },
    account: {
      get: async () => accountOf(await readUser()),
      async remove(userId) {
        // Another tab may have signed in as another user since the user confirmed: never delete that account.
        if (readStoredSession(storage)?.id !== userId)
          throw backendError('auth', 'Auth session missing!', { code: 'no_session' });
        await answerOf(client.rpc('delete_account'));
      },
    },
    calendarFeed: {
      async since() {
        const { data, status } = await answerOf(client.rpc('calendar_feed_since'));
        if (data === null || typeof data === 'string') return data;
        throw unreadable(status);
      },
      async renew() {
        const { data, status } = await answerOf(client.rpc('renew_calendar_feed'));
        if (typeof data === 'string' && SECRET.test(data)) return data;
        throw unreadable(status);
      },
      async withdraw() {
        await answerOf(client.rpc('withdraw_calendar_feed'));
      },
    },
  };
}

function accountOf(user: unknown): Account {
  const fields = Object(user) as Record<string, unknown>; // Object() of anything is an object
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
  const [id, created_at] = [text('id'), text('created_at')];
  if (id === null || created_at === null) throw unreadable(200);
  const { providers }: { providers?: unknown } = Object(fields['app_metadata']);
  return {
    id,
    email: text('email'),
    created_at,
    email_confirmed_at: text('email_confirmed_at'),
    last_sign_in_at: text('last_sign_in_at'),
    providers: Array.isArray(providers) ? providers.filter((name) => typeof name === 'string') : [],
  };
}
