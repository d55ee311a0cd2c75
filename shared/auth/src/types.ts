import type { Credentials, Outcome } from '@space/domain';
import type { BackendError, MailLink, Backend, SafeStorage, SessionUser } from '@space/supabase';
import type { StoreApi } from 'zustand/vanilla';

/**
 * The result of a link in the address that did not sign the visitor in. `message` is ready to be shown.
 * 'confirmed': the address is confirmed, and the visitor has to sign in.
 * 'invalid-link': used, expired or not ours; `resend` is the kind of mail that replaces it.
 * 'unreachable': the network failed, and `link` can still be redeemed.
 * 'provider-error': the return from Google failed.
 */
export type LinkNotice =
  | { kind: 'confirmed'; message: string; email: string | null }
  | { kind: 'invalid-link'; message: string; resend: 'confirmation' | 'recovery'; email: string | null }
  | { kind: 'unreachable'; message: string; link: MailLink }
  | { kind: 'provider-error'; message: string };

/** The session, read synchronously from storage. `user` is null unless status is 'signed-in'. */
export interface SessionState {
  /** 'arriving': no user is signed in yet and a link in the address is being redeemed. */
  status: 'signed-in' | 'signed-out' | 'arriving';
  user: SessionUser | null;
  /** Whether a mail's link is being redeemed, with or without a signed-in user. */
  isRedeeming: boolean;
  /** The user whose reset link this tab has opened: not signed in until the password is set. It survives a reload. */
  recovering: SessionUser | null;
  /** The backend ended the session; the user did not sign out. False again after the next sign-in. */
  wasLost: boolean;
  /** The account was deleted here, and the guard has not redirected to another page yet. */
  wasDeleted: boolean;
  linkNotice: LinkNotice | null;
}

/** The outcome of a session action. It has the error, not a message: each caller has its own message for a failure. */
export type SessionOutcome<Result extends object = object> = Outcome<Result, { error: BackendError }>;

/** The actions beside the state. */
export interface SessionActions {
  /**
   * Removes a link from the address and redeems it, listens to other tabs and loads the backend: at once for a link, once
   * the page is idle for a stored session. Call it before the router reads the address; again, it returns the same promise.
   */
  start: () => Promise<SessionOutcome>;
  signIn: (credentials: Credentials) => Promise<SessionOutcome<{ user: SessionUser }>>;
  /** `user` is null if the email must be confirmed first. */
  signUp: (
    credentials: Credentials,
    redirectTo?: string,
  ) => Promise<SessionOutcome<{ user: SessionUser | null }>>;
  /** Navigates to Google. Error code `provider_disabled` if Google is switched off. */
  signInWithGoogle: (redirectTo: string) => Promise<SessionOutcome<{ address: string }>>;
  /** Signs out here and in every tab at once, and then on the server. Always ok, also if the user chose to stay. */
  signOut: () => Promise<SessionOutcome>;
  changePassword: (password: string) => Promise<SessionOutcome>;
  /** Deletes the signed-in user's account on the server, then ends the session here and in every tab. */
  deleteAccount: () => Promise<SessionOutcome>;
  /** Called by the guard once the page after a deletion is shown. */
  forgetDeletion: () => void;
  requestPasswordReset: (email: string, redirectTo: string) => Promise<SessionOutcome>;
  /** `redirectTo`: the same as for the sign-up. */
  resendConfirmation: (email: string, redirectTo?: string) => Promise<SessionOutcome>;
  /** Redeems a mail's link; a failure sets `linkNotice`. */
  redeemLink: (link: MailLink) => Promise<SessionOutcome>;
  /** Sets the new password of the recovering user and signs in. If the recovery is over, sets `linkNotice`. */
  finishRecovery: (password: string) => Promise<SessionOutcome>;
  /** Ends the recovery without a change of password. The session stays. */
  cancelRecovery: () => void;
  clearLinkNotice: () => void;
}

/** The vanilla zustand store: state and actions side by side. */
export type SessionStore = StoreApi<SessionState & SessionActions>;

/** The part of Window that the store uses. */
export interface SessionWindow {
  location: { readonly href: string; assign: (url: string) => void };
  history: { readonly state: unknown; replaceState: (state: unknown, unused: string, url: string) => void };
  addEventListener: (type: string, listener: (event: Event) => void) => void;
}

/** The dependencies of the session store. */
export interface SessionStoreOptions {
  /** Loads and creates the backend; called only when it is needed, and again after a failure. */
  loadBackend: () => Promise<Backend>;
  /** Calls back with a backend that another part of the page has loaded, so that the session gets its events too. */
  onBackend?: (listener: (backend: Backend) => void) => void;
  /** Resolves when the page is idle: a stored session is kept fresh from then on. If absent, from the start. */
  untilIdle?: () => Promise<void>;
  storage: SafeStorage;
  /** The storage of this tab, for a recovery. If absent, a recovery does not survive a reload. */
  tabStorage?: SafeStorage;
  /** Absent outside a browser (prerendering). */
  window?: SessionWindow;
  /** Called before a sign-out: asks the user, and false keeps them signed in. Returns null if there is nothing to ask. */
  mayLeave?: () => Promise<boolean> | null;
  /** Removes what this browser stores for the account: the user has signed out, or deleted the account. */
  forgetAccount?: (userId: string) => void;
}
