import type { PostgrestClient } from '@supabase/postgrest-js';
import type { User } from '@supabase/supabase-js';
import { backendError } from './errors.ts';
import { restFailure } from './failures.ts';
import type { Renewal } from './renewal.ts';
import { readStoredSession, type SafeStorage } from './storedSession.ts';
import type { Account, AccountRepository } from './types.ts';

/** The dependencies of the account repository. */
export interface AccountRepositoryParts {
  /** The client that reads and writes rows. */
  data: PostgrestClient;
  storage: SafeStorage;
  renewal: Renewal;
}

/** Creates the account repository. See AccountRepository for what each method promises. */
export function createAccountRepository(parts: AccountRepositoryParts): AccountRepository {
  const { data, storage, renewal } = parts;

  return {
    async get() {
      const { user } = await renewal.callAsUser((auth) => auth.getUser());
      if (!user) throw backendError('rejected', 'The server did not say whose account this is');
      return accountOf(user);
    },

    async remove(userId) {
      // Another tab may have signed in as another user since the user confirmed: never delete that account.
      if (readStoredSession(storage)?.id !== userId)
        throw backendError('auth', 'Auth session missing!', { code: 'no_session' });
      const { error, status } = await data.rpc('delete_account');
      if (error) throw restFailure(error, status);
    },
  };
}

function accountOf(user: User): Account {
  const providers: unknown = user.app_metadata.providers;
  return {
    id: user.id,
    email: user.email ?? null,
    created_at: user.created_at,
    email_confirmed_at: user.email_confirmed_at ?? null,
    last_sign_in_at: user.last_sign_in_at ?? null,
    providers: Array.isArray(providers) ? providers.filter((name) => typeof name === 'string') : [],
  };
}
