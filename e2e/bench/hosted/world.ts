import { randomInt } from 'node:crypto';
import { createSessionStore } from '@space/auth';
import { startBrowser } from '@space/auth/testing';
import { MESSAGES, authNotice } from '@space/domain';
import { isBackendError, readSession, safeStorage, type Backend } from '@space/supabase';
import { createBackend } from '@space/supabase/backend';
import { spoilSession } from '@space/supabase/testing';
import { PASSWORD, newEmail } from '@space/supabase/testing/line';

/** A backend under test. */
export interface Side {
  name: string;
  /** Must an address be confirmed by a link? */
  confirms: boolean;
  url: string;
  /** What its addresses have in the place of `/auth/v1`: '' for an auth server by itself. */
  prefix: '/auth/v1' | '';
  key: string;
  jwtSecret: string;
  /** The path of the link in the latest mail to an address, or ''. */
  mailed: (email: string) => string;
}

export type World = ReturnType<typeof worldOf>;
type Page = Awaited<ReturnType<typeof openPage>>;
type Outcome = Awaited<ReturnType<Page['changePassword']>>;

/** An address on the internet, by which attempts are counted. */
export const newAddress = (): string => `203.0.${randomInt(255)}.${randomInt(255)}`;

const { created, createdVerifyEmail, welcomeBack } = MESSAGES.auth;

/** What a form shows: its own sentence, or that of the failure. */
export function sentence(outcome: Outcome, success: string): string {
  if (outcome.ok) return success;
  return authNotice(outcome.error.kind === 'network' ? {} : outcome.error, MESSAGES.auth.failed);
}

/** Who is signed in on a page, and what it says of a link or of a lost session. */
export function seen({ state }: Pick<Page, 'state'>): string {
  const { user, recovering, linkNotice, wasLost } = state();
  const who = user ? 'signed in' : recovering ? 'asked for a new password' : 'signed out';
  return [who, linkNotice?.message, wasLost ? MESSAGES.auth.sessionLost : null].filter(Boolean).join(': ');
}

/** Opens a page of the site: the real session store and client, in a browser without a document. */
async function openPage(side: Side, { path = '/auth', browser = startBrowser(), from = newAddress() }) {
  const { window, storage } = browser.openTab(path);
  const [safe, tabStorage] = [safeStorage(storage), safeStorage(null)];
  const { url, key } = side;
  const send: typeof fetch = (input, init) => request(side, new Request(input, init), from);
  let opened: Backend | undefined;
  const backend = () => (opened ??= createBackend({ url, key, storage: safe, tabStorage, fetch: send }));
  const loadBackend = () => Promise.resolve(backend());
  const state = createSessionStore({ loadBackend, storage: safe, tabStorage, window }).getState;
  await state().start();
  return { browser, storage, backend, state, ...state(), tokens: () => readSession(safe) };
}

/** Sends a request from an address on the internet. */
function request({ url, prefix }: Side, sent: Request, from = newAddress()): Promise<Response> {
  const moved = new Request(sent.url.replace(`${url}/auth/v1`, url + prefix), sent);
  moved.headers.set('X-Forwarded-For', from);
  return fetch(moved);
}

/** Visitors of the site on one backend. */
export function worldOf(side: Side) {
  const open = (visit: Parameters<typeof openPage>[1] = {}) => openPage(side, visit);
  /** Waits for a mail to an address. Returns the path of its link. */
  async function linkTo(email: string): Promise<string> {
    for (let turn = 0; turn < 100 && side.mailed(email) === ''; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return side.mailed(email);
  }
  async function signUp(email = newEmail(), password = PASSWORD) {
    const page = await open();
    const success = side.confirms ? createdVerifyEmail : created;
    return { page, email, said: sentence(await page.signUp({ email, password }), success) };
  }
  return {
    ...side,
    open,
    linkTo,
    signUp,
    async signIn(email: string, password = PASSWORD, page?: Page) {
      const opened = page ?? (await open());
      return { page: opened, said: sentence(await opened.signIn({ email, password }), welcomeBack) };
    },
    /** Signs up, and confirms the address if the backend wants that. */
    async account() {
      const { page, email } = await signUp();
      if (!side.confirms) return { page, email };
      return { page: await open({ browser: page.browser, path: await linkTo(email) }), email };
    },
    /** Reads the account, as `/settings` does. Returns 'works', or what becomes of the session. */
    async use(page: Page): Promise<string> {
      try {
        await page.backend().account.get();
        return 'works';
      } catch (error) {
        if (!isBackendError(error)) throw error;
        return error.kind === 'auth' ? seen(page) : `${error.kind}: ${error.message}`;
      }
    },
    /** Changes the tokens of a page, by default to an expired one. */
    spoil(
      page: Page,
      {
        expiresIn = -60,
        jwtSecret = side.jwtSecret,
        ...more
      }: Partial<Parameters<typeof spoilSession>[1]> = {},
    ) {
      if (page.state().user) spoilSession(page.storage, { expiresIn, jwtSecret, ...more });
    },
    /** Sends a request beside the page. Returns the status and the code of an error. */
    async send(path: string, token: string, body: object = {}): Promise<string> {
      const headers = {
        apikey: side.key,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await request(side, new Request(`${side.url}/auth/v1/${path}`, init));
      return `${answer.status} ${/"error_code":"(\w+)"/.exec(await answer.text())?.[1] ?? ''}`.trim();
    },
  };
}
