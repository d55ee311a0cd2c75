import type { Credentials } from '@space/domain';
import type { BackendError, MailLink, Backend, SafeStorage, SessionUser } from '@space/supabase';
import type { StoreApi } from 'zustand/vanilla';

/** 'arriving': nobody is signed in yet and a link in the address is being redeemed. */
export type SessionStatus = 'signed-in' | 'signed-out' | 'arriving';

/**
 * What a link in the address led to when it did not sign the visitor in (D-12). `message` is ready to be shown.
 * 'confirmed': the address is confirmed, signing in is up to the visitor.
 * 'invalid-link': used, expired or never ours; `resend` says which mail replaces it.
 * 'unreachable': the network failed, `link` is not used up.
 * 'provider-error': Google's way back failed.
 */
export type LinkNotice =
  | { kind: 'confirmed'; message: string; email: string | null }
  | { kind: 'invalid-link'; message: string; resend: 'confirmation' | 'recovery'; email: string | null }
  | { kind: 'unreachable'; message: string; link: MailLink }
  | { kind: 'provider-error'; message: string };

/** Who is signed in, known synchronously from storage (D-8). `user` is null unless status is 'signed-in'. */
export interface SessionState {
  status: SessionStatus;
  user: SessionUser | null;
  /** A mail's link is being redeemed, whoever is signed in. */
  isRedeeming: boolean;
  /**
   * This tab opened a link to a new password, and for whom (D-13). Nobody is signed in by it, here or in another tab,
   * until the password is set; it survives a reload and ends with the tab.
   */
  recovering: SessionUser | null;
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
  /** `redirectTo`: as for the sign-up that it repeats. */
  resendConfirmation(email: string, redirectTo?: string): Promise<Outcome>;
  /** Redeems a mail's link; a failure leaves its notice (D-12). */
  redeemLink(link: MailLink): Promise<Outcome>;
  /** Sets the new password of whoever is recovering and signs in. Where the recovery is over, a notice says so. */
  finishRecovery(password: string): Promise<Outcome>;
  /** Leaves the password as it is. Whoever was signed in still is. */
  cancelRecovery(): void;
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
  /** This tab's own: where a recovery waits. Absent: it does not survive a reload. */
  tabStorage?: SafeStorage;
  /** Absent outside a browser (prerendering). */
  window?: SessionWindow;
}
