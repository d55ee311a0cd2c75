import type { Credentials, DayKey, NewTask, Profile, Task, TaskChange, UndoneTask } from '@space/domain';
import type { EmailOtpType } from '@supabase/supabase-js';
import type { SessionUser, StoredSession } from './storedSession.ts';

// Every method below that returns a promise rejects with a BackendError and nothing else.

/** The tasks of the signed-in user. */
export interface TaskRepository {
  /** Returns all tasks from one day to another, both included, oldest first; complete or an error. */
  listBetween: (from: DayKey, to: DayKey) => Promise<Task[]>;
  /** Returns all tasks, oldest first; complete or an error. */
  listAll: () => Promise<Task[]>;
  /** Returns the uncompleted tasks of days before the given one, the earliest first; at most 101. */
  listUndone: (before: DayKey) => Promise<UndoneTask[]>;
  /** Returns the tasks with every word of a text, whatever its case and accents, the newest day first; at most 50. */
  search: (text: string) => Promise<Task[]>;
  /** Creates a task. Adding the same task again returns the existing one. */
  add: (task: NewTask) => Promise<Task>;
  /** Creates up to 100 tasks in their order, all or none; returns those that are new. Others stay as they are. */
  addMany: (tasks: readonly NewTask[]) => Promise<Task[]>;
  /**
   * Changes a task. Throws `rejected`, code `no_row`, if it is deleted or not the user's.
   * @param expected leaves a task alone that no longer has these fields: throws `rejected`, code `changed`, with the task as
   * it is now as `cause`; both messages are sentences for users then
   */
  update: (id: string, change: TaskChange, expected?: TaskChange) => Promise<Task>;
  /** Deletes a task; throws like `update`. */
  remove: (id: string, expected?: TaskChange) => Promise<void>;
  /** Deletes up to 100 tasks with one request; returns the ids of those that were there. */
  removeMany: (ids: readonly string[]) => Promise<string[]>;
  /**
   * Restores a recently deleted task as it was, in its old position; repeating the call is no error. Throws `rejected`,
   * status 410, if there is nothing to restore.
   */
  restore: (id: string) => Promise<Task>;
  /** Returns a text that differs after each change of a task, on any device; null if there has never been a task. */
  version: () => Promise<string | null>;
}

/** The profile of the signed-in user. */
export interface ProfileRepository {
  /** Returns the whole profile. Throws `rejected`, code `no_row`, if there is none. */
  get: (userId: string) => Promise<Profile>;
  /** Returns only the display name; null if none is set. Throws like `get`. */
  getDisplayName: (userId: string) => Promise<string | null>;
  /** Throws like `get`. */
  updateDisplayName: (userId: string, name: string) => Promise<Profile>;
}

/** The calendar feed of the signed-in user. */
export interface CalendarFeedRepository {
  /** Returns when its address was created, as the server writes timestamps; null if there is none. */
  since: () => Promise<string | null>;
  /** Creates and returns a new secret, which replaces the previous one. It cannot be read again. */
  renew: () => Promise<string>;
  /** Ends the feed. Repeating the call after a lost response is no error. */
  withdraw: () => Promise<void>;
}

/** The server's data about an account itself; timestamps as the server writes them. */
export interface Account {
  id: string;
  email: string | null;
  created_at: string;
  email_confirmed_at: string | null;
  last_sign_in_at: string | null;
  /** The ways to sign in: 'email', 'google'. */
  providers: string[];
}

/** The account of the signed-in user. */
export interface AccountRepository {
  get: () => Promise<Account>;
  /**
   * Deletes the account on the server and all its data; repeating the call is no error. The caller ends the session here.
   * Throws code `no_session` if this user is no longer signed in.
   */
  remove: (userId: string) => Promise<void>;
}

/** Called with the user who is signed in, also if it is the same as before; null if the backend has ended the session. */
export type AuthListener = (user: SessionUser | null) => void;

/** The parameters of a link in one of our mails: `?token_hash=…&type=…`. */
export interface MailLink {
  tokenHash: string;
  type: EmailOtpType;
}

/** The result of redeeming a link. */
export interface RedeemedLink {
  user: SessionUser;
  /**
   * 'signed-in': the link's session is now the session of this browser. 'confirmed': the address is confirmed, without
   * signing in. 'recovering': the link's session is stored in this tab until a new password is set.
   */
  outcome: 'signed-in' | 'confirmed' | 'recovering';
}

/** Signing in and out. */
export interface AuthGateway {
  /** Subscribes; returns a function that unsubscribes. */
  onChange: (listener: AuthListener) => () => void;
  signIn: (credentials: Credentials) => Promise<SessionUser>;
  /** Returns null if the address must be confirmed first. */
  signUp: (credentials: Credentials, redirectTo?: string) => Promise<SessionUser | null>;
  /** Returns the URL that starts a Google sign-in. Throws code `provider_disabled` if Google is switched off. */
  googleAddress: (redirectTo: string) => Promise<string>;
  /**
   * Redeems the code with which Google, or a server with mails of its own, leads back here: starts a recovery if this
   * browser has asked for one, and otherwise signs in. Throws code `pkce_code_verifier_not_found` in another browser.
   */
  redeemCode: (code: string) => Promise<RedeemedLink>;
  /**
   * Redeems a mail's link. A password reset link starts a recovery, which stays in this tab until `finishRecovery`. Any
   * other link confirms an address, and signs in if `signsIn` returns true; otherwise its session is ended again.
   */
  redeemLink: (link: MailLink, signsIn: (user: SessionUser) => boolean) => Promise<RedeemedLink>;
  /** Requests another confirmation mail. Never reveals whether the address has an unconfirmed account. */
  resendConfirmation: (email: string, redirectTo?: string) => Promise<void>;
  /** Requests a password reset mail. Never reveals whether the address has an account. */
  requestPasswordReset: (email: string, redirectTo: string) => Promise<void>;
  /**
   * Sets the new password of the recovery in this tab and signs in; the server ends the user's other sessions. Throws kind
   * `auth` if the recovery itself is over.
   */
  finishRecovery: (password: string) => Promise<SessionUser>;
  /** Changes the password. The server ends the user's other sessions at the same time. */
  changePassword: (password: string) => Promise<void>;
  /**
   * Tells the server that a session is over which the caller has removed here: 'global' ends all sessions of its user,
   * 'local' only this one. Never rejects.
   */
  endSession: (session: StoredSession, scope: 'global' | 'local') => Promise<void>;
}

/** All access to the backend, created by `createBackend` of `@space/supabase/backend`. */
export interface Backend {
  auth: AuthGateway;
  tasks: TaskRepository;
  profiles: ProfileRepository;
  account: AccountRepository;
  calendarFeed: CalendarFeedRepository;
  /** Stops timers and listeners (HMR, tests). The stored session stays. */
  dispose: () => void;
}
