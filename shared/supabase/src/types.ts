import type { Credentials, DayKey, NewTask, Profile, Task, TaskChange, UndoneTask } from '@space/domain';
import type { TableRepository } from './tableTypes.ts';
import type { SessionUser, StoredSession } from './storedSession.ts';

/** The tasks of the signed-in user. Every method throws a BackendError and nothing else. */
export interface TaskRepository {
  /** All tasks from one day to another, both included, oldest first; complete or an error (rule task-query). */
  listBetween: (from: DayKey, to: DayKey) => Promise<Task[]>;
  /** All tasks there are, oldest first; complete or an error (rules task-query, own-data). */
  listAll: () => Promise<Task[]>;
  /** The tasks that are not completed on days before one, the earliest first; at most 101 (rule leftovers). */
  listUndone: (before: DayKey) => Promise<UndoneTask[]>;
  /**
   * The tasks that hold each word of a text, the newest day first; at most 50. Case and accents do not matter (rule
   * task-search).
   */
  search: (text: string) => Promise<Task[]>;
  /** Creates a task. Sending the same task again returns the one that is there (rule add-once). */
  add: (task: NewTask) => Promise<Task>;
  /** Changes a task. Throws `rejected`, code `no_row`, when it is gone or not ours (rule touched-row). */
  update: (id: string, change: TaskChange) => Promise<Task>;
  /** Deletes a task. Throws `rejected`, code `no_row`, when it is gone or not ours (rule touched-row). */
  remove: (id: string) => Promise<void>;
  /**
   * Brings back a task that was deleted a short time ago, as it was and in its old place. Asking again, after a lost
   * answer, is no error. Throws `rejected`, status 410, when there is nothing to bring back.
   */
  restore: (id: string) => Promise<Task>;
  /**
   * Asks for the version of all tasks: another text after each change of one of them, by whatever device; null where there
   * has never been one (rule live-update).
   */
  version: () => Promise<string | null>;
}

/** The profile of the signed-in user. Every method throws a BackendError and nothing else. */
export interface ProfileRepository {
  /** The whole profile. Throws `rejected`, code `no_row`, when there is none. */
  get: (userId: string) => Promise<Profile>;
  /** Its display name alone; null where none was chosen. Throws as `get`. */
  getDisplayName: (userId: string) => Promise<string | null>;
  /** Throws as `get`. */
  updateDisplayName: (userId: string, name: string) => Promise<Profile>;
}

/** The calendar feed of the signed-in user (rule calendar-feed). Every method throws a BackendError and nothing else. */
export interface CalendarFeedRepository {
  /** Since when its address is in use, as the server writes an instant; null where there is none. */
  since: () => Promise<string | null>;
  /** Makes a new secret, which ends the one before, and returns it: it cannot be read again. */
  renew: () => Promise<string>;
  /** Ends the feed. Asking again, after a lost answer, is no error. */
  withdraw: () => Promise<void>;
}

/** What the server keeps about an account itself; instants as it writes them. */
export interface Account {
  id: string;
  email: string | null;
  created_at: string;
  email_confirmed_at: string | null;
  last_sign_in_at: string | null;
  /** The ways to sign in: 'email', 'google'. */
  providers: string[];
}

/** The account of the signed-in user. Every method throws a BackendError and nothing else. */
export interface AccountRepository {
  get: () => Promise<Account>;
  /**
   * Deletes the account on the server and everything that hangs on it (rule own-data). Asking again, after a lost answer,
   * is no error. The session here is the caller's to end.
   * @param userId whose account is meant; code `no_session` when this user is not signed in any more
   */
  remove: (userId: string) => Promise<void>;
}

/** What can happen to a session. */
export type AuthEventName =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED';

/**
 * Hears about changes of the session; `user` is who is signed in after the event. PASSWORD_RECOVERY comes in the tab alone
 * whose link was redeemed, and signs no user in: `user` is the one from before, or null.
 */
export type AuthListener = (event: AuthEventName, user: SessionUser | null) => void;

/** What a link in one of our mails carries: `?token_hash=…&type=…`. */
export interface MailLink {
  tokenHash: string;
  type: MailLinkType;
}

/** The kinds of mail that carry a link. */
export type MailLinkType = 'signup' | 'recovery' | 'email' | 'magiclink' | 'invite' | 'email_change';

/** What a redeemed link has come to. */
export interface RedeemedLink {
  user: SessionUser;
  /**
   * 'signed-in': its session is the session of this browser now. 'confirmed': the address is confirmed, without
   * signing in. 'recovering': its session waits in this tab for a new password.
   */
  outcome: 'signed-in' | 'confirmed' | 'recovering';
}

/** Signing in and out. Every method that returns a promise rejects with a BackendError and nothing else. */
export interface AuthGateway {
  /**
   * Redeems the `?code=` of an address. Cleaning the address is the caller's; refreshing starts with the backend itself.
   * @param address defaults to the page's own
   * @returns whose password is to be set, where the code came by a mail for that
   * @throws BackendError code `pkce_code_verifier_not_found` when the code was asked for by another browser (rule mail-links)
   */
  start: (address?: string) => Promise<SessionUser | null>;
  /** Subscribes; returns the way out. A SIGNED_IN that changes nothing (tab refocus) is not passed on. */
  onChange: (listener: AuthListener) => () => void;
  /** Tells when this device's clock is found to be more than five minutes off, or right again. */
  onClock: (listener: (isWrong: boolean) => void) => () => void;
  signIn: (credentials: Credentials) => Promise<SessionUser>;
  /** Null: the address must be confirmed first (rule email-confirmation). */
  signUp: (credentials: Credentials, redirectTo?: string) => Promise<SessionUser | null>;
  /**
   * The address that starts a Google sign-in. Throws code `provider_disabled` where it is switched off (rule
   * google-sign-in).
   */
  googleAddress: (redirectTo: string) => Promise<string>;
  /**
   * Redeems a mail's link. A link to a new password opens a recovery, which stays in this tab until `finishRecovery` (rule
   * password-reset). Any other confirms an address, and signs in where `signsIn` says so; else its session is ended again
   * (rule mail-links).
   */
  redeemLink: (link: MailLink, signsIn: (user: SessionUser) => boolean) => Promise<RedeemedLink>;
  /**
   * Asks for another confirmation mail, which leads where the first one did. Never tells whether the address waits for one.
   */
  resendConfirmation: (email: string, redirectTo?: string) => Promise<void>;
  /** Asks for a mail to a new password. Never tells whether the address has an account (rule password-reset). */
  requestPasswordReset: (email: string, redirectTo: string) => Promise<void>;
  /**
   * Sets the password of the user who is recovering in this tab and signs in here. The server ends the user's other sessions
   * with the same act (rule password-change).
   * @throws BackendError kind `auth` when the recovery itself is over
   */
  finishRecovery: (password: string) => Promise<SessionUser>;
  /** Ends a recovery's session on the server if it can be reached. Never rejects; the caller has removed it here. */
  endRecovery: (session: StoredSession) => Promise<void>;
  /** Changes the password. The server ends the user's other sessions with the same act (rule password-change). */
  changePassword: (password: string) => Promise<void>;
  /**
   * Ends the session here at once, then on the server if it can be reached (rule sign-out). Never rejects.
   * @param session the session to end, when the caller has already taken it out of storage
   */
  signOut: (session?: StoredSession) => Promise<void>;
}

/** Everything that speaks to the backend, made by `createBackend` of `@space/supabase/backend`. */
export interface Backend {
  auth: AuthGateway;
  tasks: TaskRepository;
  profiles: ProfileRepository;
  account: AccountRepository;
  calendarFeed: CalendarFeedRepository;
  /** The tables of a remote, by its name. Their code is fetched when it is first asked for. */
  loadTables: (remote: string) => Promise<TableRepository>;
  /** Stops timers and listeners (HMR, tests). The stored session stays. */
  dispose: () => void;
}
