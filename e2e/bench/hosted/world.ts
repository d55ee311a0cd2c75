import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createSessionStore } from '@space/auth';
import { startBrowser } from '@space/auth/testing';
import { MESSAGES, authNotice } from '@space/domain';
import { isBackendError, readSession, safeStorage } from '@space/supabase';
import { createBackend } from '@space/supabase/backend';
import { spoilSession } from '@space/supabase/testing';
import { PASSWORD, newEmail } from '../../support/accounts.ts';

export interface Side {
  /** Must an address be confirmed by a link? */
  confirms: boolean;
  /** Where its auth server is: embedded, below `/auth/v1`. */
  auth: string;
  key: string;
  jwtSecret: string;
  /** The link in the latest mail to an address. */
  mailed: (email: string) => string | null | undefined;
}

export type World = ReturnType<typeof worldOf>;
type Page = Awaited<ReturnType<typeof openPage>>;

const { created, createdVerifyEmail, welcomeBack, failed, sessionLost } = MESSAGES.auth;

/** What a form shows: its own sentence, or that of the failure. */
export function sentence(outcome: Awaited<ReturnType<Page['changePassword']>>, success: string): string {
  if (outcome.ok) return success;
  return authNotice(outcome.error.kind === 'network' ? {} : outcome.error, failed);
}

/** Who is signed in on a page, and what it says of a link or of a lost session. */
export function seen({ state }: Pick<Page, 'state'>): string {
  const { user, recovering, linkNotice, wasLost } = state();
  const who = user ? 'signed in' : recovering ? 'asked for a new password' : 'signed out';
  return [who, linkNotice?.message, wasLost ? sessionLost : null].filter(Boolean).join(': ');
}

/** An address on the internet, by which attempts are counted. */
const newAddress = (): string => `203.0.${randomInt(255)}.${randomInt(255)}`;

/** Opens a page of the site: the real session store and client, in a browser without a document. */
async function openPage({ auth, key }: Side, { path = '/auth', browser = startBrowser() } = {}) {
  const { window, storage } = browser.openTab(path);
  const storages = { storage: safeStorage(storage), tabStorage: safeStorage(null) };
  const address = newAddress();
  const send: typeof fetch = (input, init) => {
    const sent = new Request(input, init);
    sent.headers.set('X-Forwarded-For', address);
    return fetch(new Request(sent.url.replace('http://backend/auth/v1', auth), sent));
  };
  const backend = createBackend({ url: 'http://backend', key, ...storages, fetch: send });
  const loadBackend = () => Promise.resolve(backend);
  const state = createSessionStore({ loadBackend, window, ...storages }).getState;
  await state().start();
  return { browser, storage, backend, state, ...state(), session: () => readSession(storages.storage) };
}

/** Visitors of the site on one backend. */
export function worldOf(side: Side) {
  const { auth, key, jwtSecret, confirms, mailed } = side;
  const open = (visit: Parameters<typeof openPage>[1] = {}) => openPage(side, visit);
  /** Waits for a mail to an address. Returns the path of its link. */
  async function linkTo(email: string): Promise<string> {
    for (let turn = 0; turn < 100 && !mailed(email); turn += 1) await wait(50);
    const { pathname, search } = new URL(mailed(email) ?? 'no mail');
    return pathname + search;
  }
  async function signUp(email = newEmail(), password = PASSWORD) {
    const page = await open();
    const said = sentence(await page.signUp({ email, password }), confirms ? createdVerifyEmail : created);
    return { page, email, said };
  }
  return {
    open,
    linkTo,
    signUp,
    async signIn(email: string, password = PASSWORD) {
      const page = await open();
      return { page, said: sentence(await page.signIn({ email, password }), welcomeBack) };
    },
    /** Signs up, and confirms the address if the backend wants that. */
    async account() {
      const { page, email } = await signUp();
      if (!confirms) return { page, email };
      return { page: await open({ browser: page.browser, path: await linkTo(email) }), email };
    },
    /** Reads the account, as `/settings` does. Returns 'works', or what becomes of the session. */
    async use(page: Page): Promise<string> {
      try {
        await page.backend.account.get();
        return 'works';
      } catch (error) {
        if (!isBackendError(error)) throw error;
        return error.kind === 'auth' ? seen(page) : `${error.kind}: ${error.message}`;
      }
    },
    /** Changes the tokens of a page, by default to an expired one. */
    spoil({ state, storage }: Page, changes: Partial<Parameters<typeof spoilSession>[1]> = {}): void {
      if (state().user) spoilSession(storage, { expiresIn: -60, jwtSecret, ...changes });
    },
    /** Renews a session beside the page. Returns the status and the code of an error. */
    async renew(refresh_token: string): Promise<string> {
      const headers = { apikey: key, 'X-Forwarded-For': newAddress(), 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ refresh_token }) };
      const answer = await fetch(`${auth}/token?grant_type=refresh_token`, init);
      return `${answer.status} ${/"error_code":"(\w+)"/.exec(await answer.text())?.[1] ?? ''}`.trim();
    },
  };
}
