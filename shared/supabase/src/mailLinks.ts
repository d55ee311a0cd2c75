import type { SupabaseClient } from '@supabase/supabase-js';
import { askAuth, sessionUser } from './askAuth.ts';
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

/** The parts the mail links are put together from. */
export interface MailLinkParts {
  access: ServerAccess;
  /** This browser's. */
  storage: SafeStorage;
  /** This tab's. */
  tabStorage: SafeStorage;
  events: AuthEvents;
  /** Lets a refresh that is held go on: a person asks. */
  wake: () => void;
  timeoutMilliseconds: number;
}

/** What a gateway does with the links of our mails. */
export interface MailLinks extends Pick<AuthGateway, 'redeemLink' | 'finishRecovery' | 'endRecovery'> {
  /** Redeems the `?code=` of a mail to a new password, where this browser has asked for one. */
  redeemCode(code: string): Promise<void>;
  /** Whether the last mail this browser asked for is one to a new password. */
  asksForRecovery(): boolean;
  recoveringUser(): SessionUser | null;
  dispose(): void;
}

const CONFIRMATION_KEY = `${RECOVERY_KEY}-confirmation`;
const VERIFIER = '-code-verifier';

/**
 * Makes what redeems links. Each is redeemed by a client of its own, apart from the session of this browser: the user
 * who is signed in here stays signed in, in every tab, until the link's session takes over in one step or is ended.
 */
export function createMailLinks(parts: MailLinkParts): MailLinks {
  const { access, storage, tabStorage, events, wake, timeoutMilliseconds } = parts;
  const memory = safeStorage(null);
  const open: SupabaseClient[] = [];

  const clientFor = (storageKey: string, kept: SafeStorage) =>
    once(async () => {
      const { createClient } = await loadSupabase();
      const auth = { storageKey, storage: kept, flowType: 'pkce' as const }; // const: supabase-js wants the literal
      const client = createClient(access.url, access.key, {
        auth: { ...auth, autoRefreshToken: false, detectSessionInUrl: false },
        global: { fetch: access.fetch },
      });
      open.push(client);
      return client.auth;
    });
  const confirmation = clientFor(CONFIRMATION_KEY, memory);
  const recovery = clientFor(RECOVERY_KEY, withVerifierOf(storage, tabStorage));

  /** Makes a link's session the one of this browser, in one step. */
  function takeOver(from: SafeStorage, fromKey: string): void {
    const text = from.getItem(fromKey);
    if (text === null) throw backendError('auth', 'Auth session missing!');
    from.removeItem(fromKey);
    storage.setItem(SESSION_KEY, text);
    events.receive('SIGNED_IN');
  }

  async function end(session: StoredSession): Promise<void> {
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
      const answer = await askAuth(async () =>
        (await openClient()).verifyOtp({ token_hash: tokenHash, type }),
      );
      const user = sessionUser(answer.user);
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
      if (session) await end(session);
      return { user, outcome: 'confirmed' };
    },
    asksForRecovery: () => storage.getItem(SESSION_KEY + VERIFIER)?.includes('/recovery') ?? false,
    recoveringUser: () => readStoredSession(tabStorage, RECOVERY_KEY),
    async redeemCode(code) {
      await askAuth(async () => (await recovery()).exchangeCodeForSession(code));
      events.recover();
    },
    async finishRecovery(password) {
      wake();
      const change = askAuth(async () => (await recovery()).updateUser({ password }));
      await askAuth(async () => ({ data: await within(deadline(timeoutMilliseconds), change), error: null }));
      takeOver(tabStorage, RECOVERY_KEY);
      const user = readStoredSession(storage);
      if (!user) throw backendError('auth', 'Auth session missing!');
      return user;
    },
    endRecovery: end,
    dispose() {
      for (const { auth } of open.splice(0)) void auth.dispose();
    },
  };
}

/** A tab's storage, but with the code verifiers of the browser: a mail may be opened in another tab than asked for it. */
function withVerifierOf(storage: SafeStorage, tabStorage: SafeStorage): SafeStorage {
  const shared = (key: string) => key.replace(RECOVERY_KEY, SESSION_KEY);
  const of = (key: string) =>
    key.endsWith(VERIFIER) ? ([storage, shared(key)] as const) : ([tabStorage, key] as const);
  return {
    getItem(key) {
      const [kept, name] = of(key);
      return kept.getItem(name);
    },
    setItem(key, value) {
      const [kept, name] = of(key);
      kept.setItem(name, value);
    },
    removeItem(key) {
      const [kept, name] = of(key);
      kept.removeItem(name);
    },
  };
}
