import type { SupabaseClient } from '@supabase/supabase-js';
import { callAuth, sessionUser } from './callAuth.ts';
import type { AuthEvents } from './authEvents.ts';
import { deadline, within } from './deadline.ts';
import { backendError } from './errors.ts';
import type { ServerAccess } from './guardedFetch.ts';
import { loadSupabase } from './loadSupabase.ts';
import { once } from './once.ts';
import { revokeSession } from './revokeSession.ts';
import { safeStorage } from './sessionStorage.ts';
import {
  RECOVERY_KEY,
  SESSION_KEY,
  readSession,
  readStoredSession,
  type SafeStorage,
  type SessionUser,
  type StoredSession,
} from './storedSession.ts';
import type { AuthGateway } from './types.ts';

/** The dependencies of `createMailLinks`. */
export interface MailLinkParts {
  access: ServerAccess;
  /** The storage of this browser. */
  storage: SafeStorage;
  /** The storage of this tab. */
  tabStorage: SafeStorage;
  events: AuthEvents;
  /** Resumes a held refresh, because the user is waiting for it. */
  wake: () => void;
  timeoutMilliseconds: number;
}

/** The part of the auth gateway that handles the links in our mails. */
export interface MailLinks extends Pick<AuthGateway, 'redeemLink' | 'finishRecovery' | 'endRecovery'> {
  /** Redeems the `?code=` of a password reset that this browser has requested. */
  redeemCode(code: string): Promise<void>;
  /** Whether the last mail that this browser requested is a password reset. */
  isRecoveryRequested(): boolean;
  recoveringUser(): SessionUser | null;
  dispose(): void;
}

const CONFIRMATION_KEY = `${RECOVERY_KEY}-confirmation`;
const VERIFIER = '-code-verifier';

/**
 * Creates the redemption of mail links. Confirmations and recoveries have clients of their own, apart from the session of
 * this browser: its user stays signed in, in every tab, until the link's session replaces theirs in one step or is ended.
 */
export function createMailLinks(parts: MailLinkParts): MailLinks {
  const { access, storage, tabStorage, events, wake, timeoutMilliseconds } = parts;
  const memory = safeStorage(null);
  const openClients: SupabaseClient[] = [];

  const clientFor = (storageKey: string, target: SafeStorage) =>
    once(async () => {
      const { createClient } = await loadSupabase();
      const auth = { storageKey, storage: target, flowType: 'pkce' as const }; // const: supabase-js needs the literal type
      const client = createClient(access.url, access.key, {
        auth: { ...auth, autoRefreshToken: false, detectSessionInUrl: false },
        global: { fetch: access.fetch },
      });
      openClients.push(client);
      return client.auth;
    });
  const confirmation = clientFor(CONFIRMATION_KEY, memory);
  const recovery = clientFor(RECOVERY_KEY, withSharedVerifiers(storage, tabStorage));

  /** Makes a link's session the session of this browser, in one step. */
  function takeOver(from: SafeStorage, fromKey: string): void {
    const text = from.getItem(fromKey);
    if (text === null) throw backendError('auth', 'Auth session missing!');
    from.removeItem(fromKey);
    storage.setItem(SESSION_KEY, text);
    events.receive('SIGNED_IN');
  }

  async function revoke(session: StoredSession): Promise<void> {
    try {
      await revokeSession(session, { ...access, timeoutMilliseconds, scope: 'local' });
    } catch (error) {
      console.error('mail link: its session ended here, the server could not be told', error);
    }
  }

  return {
    async redeemLink({ tokenHash, type }, signsIn) {
      const isRecovery = type === 'recovery';
      const openClient = isRecovery ? recovery : confirmation;
      const result = await callAuth(async () =>
        (await openClient()).verifyOtp({ token_hash: tokenHash, type }),
      );
      const user = sessionUser(result.user);
      if (isRecovery) {
        events.recover();
        return { user, outcome: 'recovering' };
      }
      if (signsIn(user)) {
        takeOver(memory, CONFIRMATION_KEY);
        return { user, outcome: 'signed-in' };
      }
      const session = readSession(memory, CONFIRMATION_KEY);
      memory.removeItem(CONFIRMATION_KEY);
      if (session) await revoke(session);
      return { user, outcome: 'confirmed' };
    },
    isRecoveryRequested: () => storage.getItem(SESSION_KEY + VERIFIER)?.includes('/recovery') ?? false,
    recoveringUser: () => readStoredSession(tabStorage, RECOVERY_KEY),
    async redeemCode(code) {
      await callAuth(async () => (await recovery()).exchangeCodeForSession(code));
      events.recover();
    },
    async finishRecovery(password) {
      wake();
      const call = callAuth(async () => (await recovery()).updateUser({ password }));
      await callAuth(async () => ({ data: await within(deadline(timeoutMilliseconds), call), error: null }));
      takeOver(tabStorage, RECOVERY_KEY);
      const user = readStoredSession(storage);
      if (!user) throw backendError('auth', 'Auth session missing!');
      return user;
    },
    endRecovery: revoke,
    dispose() {
      for (const { auth } of openClients.splice(0)) void auth.dispose();
    },
  };
}

/** A tab's storage that shares its code verifiers with the browser: the mail may be opened in another tab. */
function withSharedVerifiers(storage: SafeStorage, tabStorage: SafeStorage): SafeStorage {
  const sharedKey = (key: string) => key.replace(RECOVERY_KEY, SESSION_KEY);
  const locate = (key: string) =>
    key.endsWith(VERIFIER) ? ([storage, sharedKey(key)] as const) : ([tabStorage, key] as const);
  return {
    getItem(key) {
      const [target, name] = locate(key);
      return target.getItem(name);
    },
    setItem(key, value) {
      const [target, name] = locate(key);
      target.setItem(name, value);
    },
    removeItem(key) {
      const [target, name] = locate(key);
      target.removeItem(name);
    },
  };
}
