import { profileNameSchema, profileSchema } from '@space/domain';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { backendError } from './errors.ts';
import { askForSingle, readRow, responseFailure, unreadable, type RestAnswer } from './answers.ts';
import { readStoredSession, type SafeStorage } from './storedSession.ts';
import type { Account, AccountRepository, CalendarFeedRepository, ProfileRepository } from './types.ts';

// Each promises what its interface in types.ts says.

/** Creates the profile repository: each query selects only the columns that a page shows, as a single row. */
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

/** Creates the account repository. `readUser` returns the auth server's user, unchecked. */
export function createAccountRepository(
  client: PostgrestClient,
  storage: SafeStorage,
  readUser: () => Promise<unknown>,
): AccountRepository {
  return {
    get: async () => accountOf(await readUser()),
    async remove(userId) {
      // Another tab may have signed in as another user since the user confirmed: never delete that account.
      if (readStoredSession(storage)?.id !== userId)
        throw backendError('auth', 'Auth session missing!', { code: 'no_session' });
      const { error, status } = await client.rpc('delete_account');
      if (error) throw responseFailure(error, status);
    },
  };
}

function accountOf(user: unknown): Account {
  const fields = new Map(Object.entries(Object(user)));
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const [id, created_at] = [text('id'), text('created_at')];
  if (id === null || created_at === null) throw unreadable(200);
  const { providers }: { providers?: unknown } = Object(fields.get('app_metadata'));
  return {
    id,
    email: text('email'),
    created_at,
    email_confirmed_at: text('email_confirmed_at'),
    last_sign_in_at: text('last_sign_in_at'),
    providers: Array.isArray(providers) ? providers.filter((name) => typeof name === 'string') : [],
  };
}

const SECRET = /^[0-9a-f]{64}$/;

/** Creates the calendar feed repository. */
export function createCalendarFeedRepository(client: PostgrestClient): CalendarFeedRepository {
  async function call(name: string): Promise<RestAnswer> {
    const response: RestAnswer = await client.rpc(name);
    if (response.error) throw responseFailure(response.error, response.status);
    return response;
  }

  return {
    async since() {
      const { data, status } = await call('calendar_feed_since');
      if (data === null || typeof data === 'string') return data;
      throw unreadable(status);
    },
    async renew() {
      const { data, status } = await call('renew_calendar_feed');
      if (typeof data === 'string' && SECRET.test(data)) return data;
      throw unreadable(status);
    },
    async withdraw() {
      await call('withdraw_calendar_feed');
    },
  };
}
