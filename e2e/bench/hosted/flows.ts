import { setTimeout as wait } from 'node:timers/promises';
import { MESSAGES } from '@space/domain';
import { PASSWORD, newEmail } from '../../support/accounts.ts';
import { seen, sentence, type World } from './world.ts';

/** Returns what the user sees, step by step. */
type Flow = (world: World) => Promise<string[]>;

const NEW = 'N3wPassword';
/** 75 bytes, where bcrypt reads 72. */
const LONG = `Aa1${'語'.repeat(24)}`;
const BACK = 'http://127.0.0.1:4173/auth';
/** A refresh token can be used again for ten seconds (`refresh_token_reuse_interval`). */
const REUSE = 11_000;

/** Sign-up, sign-in and sessions: whether addresses must be confirmed or not. */
export const SESSIONS: Readonly<Record<string, Flow>> = {
  'sign-up': async ({ account, signUp }) => {
    const { said, page } = await signUp();
    const { email } = await account();
    const again = signUp(email.toUpperCase(), NEW);
    const refused = [signUp(newEmail(), 'Short1!'), signUp(newEmail(), LONG), signUp('anna@')];
    const others = await Promise.all([again, ...refused]);
    return [said, seen(page), ...others.map((other) => other.said)];
  },
  'sign-in': async ({ account, signIn, use }) => {
    const { email } = await account();
    const { said, page } = await signIn(email.toUpperCase());
    const refused = [signIn(email, NEW), signIn(email, LONG), signIn(newEmail()), signIn('anna@')];
    const others = await Promise.all(refused);
    return [said, await use(page), ...others.map((other) => other.said)];
  },
  'sign-in, too many attempts': async ({ open }) => {
    const [page, email] = [await open(), newEmail()];
    for (let turn = 0; turn < 60; turn += 1) {
      const said = sentence(await page.signIn({ email, password: NEW }), 'signed in');
      // Only our own server says for how long.
      if (said !== MESSAGES.auth.invalidCredentials) return [said.split('.')[0] ?? ''];
    }
    return ['no limit'];
  },
  'Google, switched off': async ({ open }) => {
    const outcome = await (await open()).signInWithGoogle(BACK);
    return [outcome.ok ? 'leaves' : `${outcome.error.kind} ${outcome.error.code}`];
  },
  'a token that has expired, and a foreign one': async ({ account, spoil, use }) => {
    const said: string[] = [];
    const foreign = { jwtSecret: 'of another project', expiresIn: 3000 };
    const unknown = { refreshToken: 'unknown' };
    // saysExpiresIn: the clock of this device is behind.
    for (const changes of [
      [{}, { saysExpiresIn: 3000 }, unknown],
      [foreign, { ...foreign, ...unknown }],
    ]) {
      const { page } = await account();
      for (const change of changes) {
        spoil(page, change);
        said.push(await use(page));
      }
    }
    return said;
  },
  'a refresh token, used twice': async ({ account, renew, spoil, use }) => {
    const { page } = await account();
    const { refreshToken = '' } = page.session() ?? {};
    const said = [await renew(refreshToken), await renew(refreshToken)];
    for (const _turn of [1, 2]) {
      spoil(page);
      said.push(await use(page));
    }
    await wait(REUSE);
    said.push(await renew(refreshToken));
    await wait(REUSE);
    spoil(page);
    return [...said, await use(page)];
  },
  'change of password': async ({ account, signIn, use }) => {
    const { page, email } = await account();
    const { page: other } = await signIn(email);
    const said: string[] = [];
    for (const password of ['Short1!', PASSWORD, LONG, NEW])
      said.push(sentence(await page.changePassword(password), 'changed'));
    said.push(await use(page), await use(other));
    return [...said, (await signIn(email)).said, (await signIn(email, NEW)).said];
  },
  'sign-out': async ({ account, signIn, use }) => {
    const said: string[] = [];
    for (const scope of ['local', 'global'] as const) {
      const { page, email } = await account();
      const { page: other } = await signIn(email);
      const session = page.session();
      if (session) await page.backend.auth.endSession(session, scope);
      said.push(scope, await use(page), await use(other));
    }
    return said;
  },
  'a new password by mail': async ({ account, open, linkTo, signIn, use }) => {
    const { email, page: before } = await account();
    const { requestPasswordReset } = await open();
    const ask = async (address: string) => sentence(await requestPasswordReset(address, BACK), 'sent');
    const said = [await ask(newEmail()), await ask(email)];
    const path = await linkTo(email);
    said.push(await ask(email));
    const elsewhere = await open({ path: await linkTo(email) });
    said.push(seen(elsewhere));
    for (const password of ['Short1!', PASSWORD, NEW])
      said.push(sentence(await elsewhere.finishRecovery(password), 'changed'));
    said.push(seen(elsewhere), await use(elsewhere), await use(before));
    return [...said, (await signIn(email)).said, seen(await open({ path }))];
  },
  'a link that is void': async ({ account, open, linkTo }) => {
    const { page, email } = await account();
    await page.requestPasswordReset(email, BACK);
    const overtaken = await linkTo(email);
    await page.changePassword(NEW);
    const forged = ['signup', 'recovery'].map((type) => `/auth?token_hash=${'f'.repeat(64)}&type=${type}`);
    return (await Promise.all([overtaken, ...forged].map((path) => open({ path })))).map(seen);
  },
};

/** Only where addresses must be confirmed. */
export const CONFIRMATION: Readonly<Record<string, Flow>> = {
  'before confirmation': async ({ account, signUp, signIn }) => {
    const { email, page } = await signUp();
    const said = [(await signIn(email)).said, (await signIn(email, NEW)).said, (await signUp(email)).said];
    said.push(sentence(await page.requestPasswordReset(email, BACK), 'sent'));
    for (const each of [email, newEmail(), (await account()).email])
      said.push(sentence(await page.resendConfirmation(each), 'sent'));
    return said;
  },
  confirmation: async ({ signUp, open, linkTo, signIn, use }) => {
    const { page, email } = await signUp();
    const path = await linkTo(email);
    const here = await open({ browser: page.browser, path });
    const said = [seen(here), await use(here), seen(await open({ path }))];
    const { email: other } = await signUp();
    return [...said, seen(await open({ path: await linkTo(other) })), (await signIn(other)).said];
  },
};
