import type { Credentials, Outcome } from '@space/domain';
import type { BackendError, MailLink, Backend, SafeStorage, SessionUser } from '@space/supabase';
import type { StoreApi } from 'zustand/vanilla';

/** 'arriving': no user is signed in yet and a link in the address is being redeemed. */
export type SessionStatus = 'signed-in' | 'signed-out' | 'arriving';

/**
 * What a link in the address led to when it did not sign the visitor in (rule mail-links). `message` is ready to be shown.
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

/** Who is signed in, known synchronously from storage (rule stored-session). `user` is null unless status is 'signed-in'. */
export interface SessionState {
  status: SessionStatus;
  user: SessionUser | null;
  /** A mail's link is being redeemed, with or without a user who is signed in. */
  isRedeeming: boolean;
  /**
   * The user whose link to a new password this tab has opened (rule password-reset). It signs no user in, here or in
   * another tab, until the password is set; it survives a reload and ends with the tab.
   */
  recovering: SessionUser | null;
  /** The backend ended the session; the person did not sign out. False again after the next sign-in. */
  wasLost: boolean;
  /** The account was deleted here (rule own-data), and the guard has not yet led to another page. */
  wasDeleted: boolean;
  linkNotice: LinkNotice | null;
  /** This device's clock is more than five minutes off the server's. */
  clockIsWrong: boolean;
}

/** How an action of the session ended: each caller has a sentence of its own for the failure. */
export type SessionOutcome<Result extends object = object> = Outcome<Result, { error: BackendError }>;

/** The actions beside the state. */
export interface SessionActions {
  /**
   * Cleans the address, redeems what it carried, listens to other tabs and loads the backend: at once for a link, at rest
   * for a stored session, when the page itself may have loaded it. Call it once, before the router reads the address;
   * calling it again returns the same promise.
   */
  start: () => Promise<SessionOutcome>;
  /** Stops listening and lets go of the backend (HMR, tests). The session stays. */
  stop: () => void;
  signIn: (credentials: Credentials) => Promise<SessionOutcome<{ user: SessionUser }>>;
  /** `user` null: the e-mail must be confirmed first (rule email-confirmation). */
  signUp: (
    credentials: Credentials,
    redirectTo?: string,
  ) => Promise<SessionOutcome<{ user: SessionUser | null }>>;
  /** Leaves for Google. Error code `provider_disabled` where Google is switched off (rule google-sign-in). */
  signInWithGoogle: (redirectTo: string) => Promise<SessionOutcome<{ address: string }>>;
  /**
   * Signs out here and in every tab at once; the person does not wait for the server, which is told behind it (rule
   * sign-out). Always ok, also where the person was asked first and has stayed.
   */
  signOut: () => Promise<SessionOutcome>;
  changePassword: (password: string) => Promise<SessionOutcome>;
  /** Deletes the signed-in user's account on the server, then ends the session here and in every tab (rule own-data). */
  deleteAccount: () => Promise<SessionOutcome>;
  /** For the guard: the page after a deletion is shown. */
  forgetDeletion: () => void;
  requestPasswordReset: (email: string, redirectTo: string) => Promise<SessionOutcome>;
  /** `redirectTo`: as for the sign-up that it repeats. */
  resendConfirmation: (email: string, redirectTo?: string) => Promise<SessionOutcome>;
  /** Redeems a mail's link; a failure leaves its notice (rule mail-links). */
  redeemLink: (link: MailLink) => Promise<SessionOutcome>;
  /** Sets the new password of the user who is recovering and signs in. Where the recovery is over, a notice says so. */
  finishRecovery: (password: string) => Promise<SessionOutcome>;
  /** Leaves the password as it is, and the session too. */
  cancelRecovery: () => void;
  clearLinkNotice: () => void;
}

/** The vanilla zustand store: state and actions side by side. */
export type SessionStore = StoreApi<SessionState & SessionActions>;

/** The little of a browser's window that the store uses. */
export interface SessionWindow {
  location: { readonly href: string; assign: (url: string) => void };
  history: { readonly state: unknown; replaceState: (state: unknown, unused: string, url: string) => void };
  addEventListener: (
    type: string,
    listener: (event: Event) => void,
    options: { signal: AbortSignal },
  ) => void;
}

/** What the store needs from its surroundings. */
export interface SessionStoreOptions {
  /** Loads and makes the backend; called only when it is needed, and again after it failed. */
  loadBackend: () => Promise<Backend>;
  /** Calls back with a backend that another part of the page has loaded, so that the session hears its events too. */
  onBackend?: (listener: (backend: Backend) => void) => void;
  /** Resolves when the page is at rest: a stored session is kept fresh from then on. Absent: from the start. */
  untilIdle?: () => Promise<void>;
  storage: SafeStorage;
  /** This tab's own: where a recovery waits. Absent: it does not survive a reload. */
  tabStorage?: SafeStorage;
  /** Absent outside a browser (prerendering). */
  window?: SessionWindow;
  /** Asked before a person signs out; false keeps them signed in. Null where nothing has to be asked. */
  mayLeave?: () => Promise<boolean> | null;
  /** What this browser keeps for the account has to go: the person has signed out, or deleted the account. */
  forgetAccount?: (userId: string) => void;
}
