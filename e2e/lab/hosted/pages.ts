import { randomInt } from 'node:crypto';
import { createSessionStore } from '@space/auth';
import { startBrowser, type Browser } from '@space/auth/testing';
import { MESSAGES, authNotice, mailNotice, passwordFailure } from '@space/domain';
import { safeStorage, type Backend } from '@space/supabase';
import { createBackend } from '@space/supabase/backend';

/** A backend under test. */
export interface Side {
  name: string;
  /** Must an address be confirmed by a link? */
  confirms: boolean;
  url: string;
  key: string;
  jwtSecret: string;
  /** The path of the link in the latest mail to an address, which has been sent by now or is about to be. */
  mailedPath: (email: string) => Promise<string>;
}

export { startBrowser };

export type Page = Awaited<ReturnType<typeof openPage>>;

/** A new address on the internet, for what counts attempts by address. */
export const newAddress = (): string => `203.0.${randomInt(255)}.${randomInt(255)}`;

interface Visit {
  browser?: Browser;
  path?: string;
  /** The address on the internet that the visitor has. */
  from?: string;
}

/** Opens a page of the site: the real session store and client, in a browser without a document. */
export async function openPage(side: Side, visit: Visit = {}) {
  const { browser = startBrowser(), path = '/auth', from = newAddress() } = visit;
  const { window, storage } = browser.openTab(path);
  const [safe, tabStorage] = [safeStorage(storage), safeStorage(null)];
  let opened: Backend | null = null;
  const fetchFrom: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    request.headers.set('X-Forwarded-For', from);
    return fetch(request);
  };
  const access = { url: side.url, key: side.key, fetch: fetchFrom };
  const backend = (): Backend => (opened ??= createBackend({ ...access, storage: safe, tabStorage }));
  const store = createSessionStore({
    loadBackend: () => Promise.resolve(backend()),
    storage: safe,
    tabStorage,
    window,
  });
  await store.getState().start();
  return { browser, storage, safe, backend, state: store.getState, ...store.getState() };
}

type Outcome = Awaited<ReturnType<Page['changePassword']>>;

/** What the form of `/auth` shows after a sign-in or sign-up. */
export function signInSentence(outcome: Outcome & { user?: unknown }, success: string): string {
  if (!outcome.ok)
    return authNotice(outcome.error.kind === 'network' ? {} : outcome.error, MESSAGES.auth.failed);
  return success;
}

/** What the form for a new password shows. */
export const passwordSentence = (outcome: Outcome): string =>
  outcome.ok ? MESSAGES.password.changed : passwordFailure(outcome.error, true).notice;

/** What a button shows that requests a mail. */
export const mailSentence = (outcome: Outcome, failed: string): string =>
  outcome.ok ? MESSAGES.password.resetSent : mailNotice(outcome.error, failed, true);

/** Who is signed in on a page, and what it says of a link or of a lost session. */
export function stateSentence({ state }: Page): string {
  const { user, recovering, linkNotice, wasLost } = state();
  const who = user ? 'signed in' : recovering ? 'asked for a new password' : 'signed out';
  return [who, linkNotice?.message, wasLost ? MESSAGES.auth.sessionLost : null].filter(Boolean).join(': ');
}
