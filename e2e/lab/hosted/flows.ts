import { setTimeout as wait } from 'node:timers/promises';
import { MESSAGES } from '@space/domain';
import { isBackendError, readSession } from '@space/supabase';
import { spoilSession } from '@space/supabase/testing';
import { PASSWORD, newEmail } from '@space/supabase/testing/line';
import {
  mailSentence,
  newAddress,
  openPage,
  passwordSentence,
  signInSentence,
  startBrowser,
  stateSentence,
  type Page,
  type Side,
} from './pages.ts';

/** A flow on one backend. Returns what the user sees at its end, sentence by sentence. */
export type Flow = (side: Side) => Promise<string>;

const { created, createdVerifyEmail, welcomeBack } = MESSAGES.auth;
const NEW = 'N3wPassword';
/** Refresh tokens can be used again for ten seconds (`refresh_token_reuse_interval`). */
const REUSE = 11_000;

const sentences = (...all: readonly string[]): string => all.join(' | ');

async function signUp(side: Side, email = newEmail(), password = PASSWORD) {
  const page = await openPage(side);
  const said = signInSentence(
    await page.signUp({ email, password }),
    side.confirms ? createdVerifyEmail : created,
  );
  return { page, email, said };
}

async function signIn(side: Side, email: string, password = PASSWORD) {
  const page = await openPage(side);
  const said = signInSentence(await page.signIn({ email, password }), welcomeBack);
  return { page, said };
}

/** Signs up, and confirms the address if the backend wants that. */
async function account(side: Side) {
  const { page, email } = await signUp(side);
  if (!side.confirms) return { page, email };
  return { page: await openPage(side, { browser: page.browser, path: await side.mailedPath(email) }), email };
}

/** Reads the account, as `/settings` does; returns 'works', or what becomes of the session. */
async function use(page: Page): Promise<string> {
  try {
    await page.backend().account.get();
    return 'works';
  } catch (error) {
    if (!isBackendError(error)) throw error;
    return error.kind === 'auth' ? stateSentence(page) : `${error.kind}: ${error.message}`;
  }
}

/** Lets the access token of a page expire. */
const expire = (side: Side, page: Page) =>
  spoilSession(page.storage, { jwtSecret: side.jwtSecret, expiresIn: -60 });

const refreshTokenOf = (page: Page): string => readSession(page.safe)?.refreshToken ?? '';

/** Sends a request as the site's client does. Returns the status and the code of an error. */
async function send(
  side: Side,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<string> {
  const response = await fetch(`${side.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: side.key,
      'X-Forwarded-For': newAddress(),
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { error_code: code = '' } = text.startsWith('{') ? (JSON.parse(text) as { error_code?: string }) : {};
  return `${response.status} ${code}`.trim();
}
const refresh = (side: Side, token: string) =>
  send(side, 'token?grant_type=refresh_token', { body: { refresh_token: token } });

/** Sign-up, sign-in and sessions: the same whether addresses must be confirmed or not. */
export const SESSIONS: Readonly<Record<string, Flow>> = {
  'sign-up': async (side) => {
    const { said, page } = await signUp(side);
    return sentences(said, stateSentence(page));
  },
  'sign-up, repeated': async (side) => {
    const { email } = await account(side);
    return (await signUp(side, email.toUpperCase(), NEW)).said;
  },
  'sign-up, refused': async (side) =>
    sentences(
      (await signUp(side, newEmail(), 'Short1!')).said,
      (await signUp(side, newEmail(), `Aa1${'é'.repeat(36)}`)).said,
      (await signUp(side, 'anna@')).said,
      (await signUp(side, newEmail(), '')).said,
    ),
  'sign-in': async (side) => {
    const { email } = await account(side);
    const { said, page } = await signIn(side, email.toUpperCase());
    return sentences(said, await use(page));
  },
  'sign-in, wrong password': async (side) => {
    const { email } = await account(side);
    return sentences((await signIn(side, email, NEW)).said, (await signIn(side, newEmail())).said);
  },
  'sign-in, refused': async (side) =>
    sentences((await signIn(side, newEmail(), 'é'.repeat(40))).said, (await signIn(side, 'anna@')).said),
  'sign-in, too many attempts': async (side) => {
    const page = await openPage(side, { from: newAddress() });
    const credentials = { email: newEmail(), password: PASSWORD };
    for (let turn = 0; turn < 60; turn += 1) {
      const said = signInSentence(await page.signIn(credentials), welcomeBack);
      // Only our own server says for how long.
      if (said !== MESSAGES.auth.invalidCredentials) return said.split('.')[0] ?? '';
    }
    return 'no limit';
  },
  'Google, switched off': async (side) => {
    const outcome = await (await openPage(side)).signInWithGoogle('http://127.0.0.1:4173/dashboard');
    return outcome.ok ? 'leaves' : `${outcome.error.kind} ${outcome.error.code}`;
  },
  'an expired token': async (side) => {
    const { page } = await account(side);
    const before = refreshTokenOf(page);
    expire(side, page);
    return sentences(
      await use(page),
      refreshTokenOf(page) === before ? 'the same refresh token' : 'a new one',
    );
  },
  'an expired token, clock behind': async (side) => {
    const { page } = await account(side);
    spoilSession(page.storage, { jwtSecret: side.jwtSecret, expiresIn: -60, saysExpiresIn: 3000 });
    return use(page);
  },
  'an expired token, unknown refresh token': async (side) => {
    const { page } = await account(side);
    spoilSession(page.storage, { jwtSecret: side.jwtSecret, expiresIn: -60, refreshToken: 'unknown' });
    return use(page);
  },
  'a foreign token': async (side) => {
    const { page } = await account(side);
    spoilSession(page.storage, { jwtSecret: 'of another project', expiresIn: 3000 });
    const renewed = await use(page);
    spoilSession(page.storage, { jwtSecret: 'of another', expiresIn: 3000, refreshToken: 'unknown' });
    return sentences(renewed, await use(page));
  },
  'a refresh token, used twice at once': async (side) => {
    const { page } = await account(side);
    const token = refreshTokenOf(page);
    return sentences(await refresh(side, token), await refresh(side, token), await use(page));
  },
  'a refresh token, used again later': async (side) => {
    const { page } = await account(side);
    const token = refreshTokenOf(page);
    expire(side, page);
    const said = [await use(page)];
    expire(side, page);
    said.push(await use(page));
    await wait(REUSE);
    said.push(await refresh(side, token));
    await wait(REUSE);
    if (page.state().user) expire(side, page);
    return sentences(...said, await use(page));
  },
  'change of password': async (side) => {
    const { page, email } = await account(side);
    const { page: other } = await signIn(side, email);
    const said = [
      passwordSentence(await page.changePassword('Short1!')),
      passwordSentence(await page.changePassword(PASSWORD)),
      passwordSentence(await page.changePassword(`Aa1${'é'.repeat(36)}`)),
      passwordSentence(await page.changePassword(NEW)),
      await use(page),
      await use(other),
    ];
    return sentences(...said, (await signIn(side, email)).said, (await signIn(side, email, NEW)).said);
  },
  'sign-out': async (side) => {
    const { page, email } = await account(side);
    const { page: other } = await signIn(side, email);
    await page.signOut();
    // The server is told afterwards.
    let elsewhere = await use(other);
    for (let turn = 0; turn < 50 && elsewhere === 'works'; turn += 1)
      elsewhere = await wait(50).then(() => use(other));
    return sentences(stateSentence(page), elsewhere);
  },
  ...Object.fromEntries(
    ['local', 'others', 'global'].map((scope) => [
      `sign-out of scope ${scope}`,
      async (side: Side) => {
        const { page, email } = await account(side);
        const { page: other } = await signIn(side, email);
        const token = readSession(page.safe)?.accessToken ?? '';
        const answer = await send(side, `logout?scope=${scope}`, { token });
        return sentences(answer, await use(page), await use(other));
      },
    ]),
  ),
  'sign-out, session already over': async (side) => {
    const { page } = await account(side);
    const token = readSession(page.safe)?.accessToken ?? '';
    return sentences(
      await send(side, 'logout?scope=global', { token }),
      await send(side, 'logout?scope=global', { token }),
    );
  },
  'a new password by mail': async (side) => {
    const { email, page: before } = await account(side);
    const page = await openPage(side);
    const ask = () => page.requestPasswordReset(email, 'http://127.0.0.1:4173/auth');
    const said = [mailSentence(await ask(), MESSAGES.password.resetFailed)];
    const path = await side.mailedPath(email);
    said.push(mailSentence(await ask(), MESSAGES.password.resetFailed));
    const elsewhere = await openPage(side, { path: await side.mailedPath(email) });
    said.push(stateSentence(elsewhere));
    for (const password of ['Short1!', PASSWORD, NEW])
      said.push(passwordSentence(await elsewhere.finishRecovery(password)));
    said.push(stateSentence(elsewhere), await use(elsewhere), await use(before));
    return sentences(
      ...said,
      (await signIn(side, email)).said,
      stateSentence(await openPage(side, { path })),
    );
  },
  'a new password, unknown address': async (side) => {
    const outcome = await (
      await openPage(side)
    ).requestPasswordReset(newEmail(), 'http://127.0.0.1:4173/auth');
    return mailSentence(outcome, MESSAGES.password.resetFailed);
  },
  'a new password, the password is changed before the link': async (side) => {
    const { page, email } = await account(side);
    await page.requestPasswordReset(email, 'http://127.0.0.1:4173/auth');
    const path = await side.mailedPath(email);
    await page.changePassword(NEW);
    return stateSentence(await openPage(side, { path }));
  },
  'a link that nobody was sent': async (side) => {
    const forged = `token_hash=${'f'.repeat(64)}`;
    const paths = [`/auth?${forged}&type=signup`, `/auth?${forged}&type=recovery`];
    const pages = await Promise.all(paths.map((path) => openPage(side, { path })));
    return sentences(...pages.map(stateSentence));
  },
};

/** Only where addresses must be confirmed. */
export const CONFIRMATION: Readonly<Record<string, Flow>> = {
  'sign-in before confirmation': async (side) => {
    const { email } = await signUp(side);
    return sentences((await signIn(side, email)).said, (await signIn(side, email, NEW)).said);
  },
  'sign-up, repeated before confirmation': async (side) => {
    const { email } = await signUp(side);
    return (await signUp(side, email)).said;
  },
  'confirmation, another mail': async (side) => {
    const { page, email } = await signUp(side);
    const failed = MESSAGES.links.resendFailed;
    return sentences(
      mailSentence(await page.resendConfirmation(email), failed),
      mailSentence(await page.resendConfirmation(newEmail()), failed),
      mailSentence(await page.resendConfirmation((await account(side)).email), failed),
    );
  },
  'confirmation, in this browser': async (side) => {
    const { page, email } = await signUp(side);
    const path = await side.mailedPath(email);
    const arrived = await openPage(side, { browser: page.browser, path });
    const again = await openPage(side, { path });
    return sentences(stateSentence(arrived), await use(arrived), stateSentence(again));
  },
  'confirmation, in another browser': async (side) => {
    const { email } = await signUp(side);
    const arrived = await openPage(side, { browser: startBrowser(), path: await side.mailedPath(email) });
    return sentences(stateSentence(arrived), (await signIn(side, email)).said);
  },
  'confirmation, password asked for instead': async (side) => {
    const { page, email } = await signUp(side);
    const asked = await page.requestPasswordReset(email, 'http://127.0.0.1:4173/auth');
    return mailSentence(asked, MESSAGES.password.resetFailed);
  },
};
