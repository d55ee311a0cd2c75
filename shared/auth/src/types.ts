import type { Credentials } from '@space/domain';
import type { BackendError, MailLink, Backend, SafeStorage, SessionUser } from '@space/supabase';
import type { StoreApi } from 'zustand/vanilla';

/** 'arriving': nobody is signed in yet and a link in the address is being redeemed. */
export type SessionStatus = 'signed-in' | 'signed-out' | 'arriving';

/** What a link in the address led to when it did not sign the visitor in (D-12). `message` is ready to be shown. */
export interface LinkNotice {
  kind: 'confirmed-elsewhere' | 'invalid-link' | 'provider-error';
  message: string;
  /** The address to send a new link to, where the old link named it. */
  email?: string;
}

/** Who is signed in, known synchronously from storage (D-8). `user` is null unless status is 'signed-in'. */
export interface SessionState {
  status: SessionStatus;
  user: SessionUser | null;
  /** This tab opened a password-recovery link: ask for a new password (D-13). */
  isRecovering: boolean;
  /** The backend ended the session; nobody signed out. False again once somebody signs in. */
  wasLost: boolean;
  /** The account was deleted here (D-35), and nobody has yet been told where to go. */
  wasDeleted: boolean;
  linkNotice: LinkNotice | null;
  /** This device's clock is more than five minutes off the server's (trust.md A2.7). */
  clockIsWrong: boolean;
}

/** How an action ended. Actions never throw. */
export type Outcome<Result extends object = object> =
  ({ ok: true } & Result) | { ok: false; error: BackendError };

/** The actions beside the state. */
export interface SessionActions {
  /**
   * Cleans the address, redeems what it carried, listens to other tabs and, where a session or a link calls for it,
   * loads the backend. Call it once, before the router reads the address; calling it again returns the same promise.
   */
  start(): Promise<Outcome>;
  /** Stops listening and lets go of the backend (HMR, tests). The session stays. */
  stop(): void;
  signIn(credentials: Credentials): Promise<Outcome<{ user: SessionUser }>>;
  /** `user` null: the e-mail must be confirmed first (D-10). */
  signUp(credentials: Credentials, redirectTo?: string): Promise<Outcome<{ user: SessionUser | null }>>;
  /** Leaves for Google. Error code `provider_disabled` where Google is switched off (D-36). */
  signInWithGoogle(redirectTo: string): Promise<Outcome<{ address: string }>>;
  /** Signed out at once; the promise resolves when the server knows or cannot be reached (D-9). Always ok. */
  signOut(): Promise<Outcome>;
  changePassword(password: string): Promise<Outcome>;
  /** Deletes the signed-in user's account on the server, then ends the session here and in every tab (D-35). */
  deleteAccount(): Promise<Outcome>;
  /** For the guard: whoever deleted the account has arrived on a page. */
  forgetDeletion(): void;
  requestPasswordReset(email: string, redirectTo: string): Promise<Outcome>;
  resendConfirmation(email: string): Promise<Outcome>;
  redeemLink(link: MailLink): Promise<Outcome<{ user: SessionUser }>>;
  clearLinkNotice(): void;
}

/** The vanilla zustand store: state and actions side by side. */
export type SessionStore = StoreApi<SessionState & SessionActions>;

/** The little of a browser's window that the store uses. */
export interface SessionWindow {
  location: { readonly href: string; assign(url: string): void };
  history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void };
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
}

/** What the store needs from its surroundings. */
export interface SessionStoreOptions {
  /** Loads and makes the backend; called only when it is needed, and again after it failed. */
  loadBackend: () => Promise<Backend>;
  storage: SafeStorage;
  /** Absent outside a browser (prerendering). */
  window?: SessionWindow;
}
