import { spoilSession } from '@space/supabase/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBrowser } from './browser.ts';
import { PASSWORD, eventually, startWorld } from './world.ts';

const world = startWorld();

/** The window in which supabase-js looks for a browser: it then listens for visibilitychange. */
let page: EventTarget & { location: { href: string } };

beforeEach(() => {
  page = Object.assign(new EventTarget(), { location: { href: 'https://space.example/dashboard' } });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.spyOn(console, 'warn').mockReturnValue(); // supabase-js warns of several clients on one page
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(console.warn).mockRestore();
});

/** Makes the tab visible again: supabase-js reads the session and emits SIGNED_IN. */
async function refocus(): Promise<void> {
  page.dispatchEvent(new Event('visibilitychange'));
  await new Promise((resolve) => setImmediate(resolve));
}

const spoil = (storage: Storage, expiresIn: number) =>
  spoilSession(storage, { jwtSecret: world().server.jwtSecret, expiresIn });

it('session-refresh: returning to the tab changes nothing for the same user, also when it refreshes the token', async () => {
  const { browser, tab } = await world().openSignedIn();
  const { user } = tab.session();
  for (let count = 0; count < 3; count += 1) await refocus();
  const spent = spoil(browser.storage, 30);
  await refocus();
  await eventually(() => expect(browser.storage.getItem('better-space-session')).not.toContain(spent));
  expect(tab.changes()).toBe(0);
  expect(tab.session().user).toBe(user);
});

describe('sign-out, session-guard: two tabs', () => {
  it('sign out together, whether or not the other has loaded the client', async () => {
    const { browser } = await world().signedInBrowser();
    const first = world().open(browser, '/dashboard');
    const others = [
      world().open(browser, '/settings'),
      world().open(browser, '/', { loadFails: () => true }),
    ];
    await Promise.all([first, ...others].map((tab) => tab.actions.start()));
    await first.actions.signOut();
    for (const tab of others) {
      await eventually(() => expect(tab.session()).toMatchObject({ status: 'signed-out', user: null }));
      expect(tab.changes()).toBe(1);
    }
  });

  it('sign in together, and become another user together, in one step', async () => {
    const [anna, ben] = [await world().signedInBrowser(), await world().signedInBrowser()];
    const browser = startBrowser();
    const [first, second] = [world().open(browser, '/auth'), world().open(browser)];
    await Promise.all([first.actions.start(), second.actions.start()]);
    const seen: (string | undefined)[] = [];
    second.store.subscribe((state) => seen.push(state.user?.id));
    await first.actions.signIn({ email: anna.email, password: PASSWORD });
    await eventually(() => expect(seen).toEqual([anna.id]));
    expect(second.loads()).toBe(1); // from now on it refreshes too
    await first.actions.signIn({ email: ben.email, password: PASSWORD });
    await eventually(() => expect(seen).toEqual([anna.id, ben.id]));
  });

  it('password-reset: do not both ask for a new password, but both sign in once it is set', async () => {
    const { email, id } = await world().signedInBrowser();
    const browser = startBrowser();
    const other = world().open(browser, '/');
    await other.actions.start();
    await other.actions.requestPasswordReset(email, 'https://space.example/auth');
    const { pathname, search } = new URL(world().server.outbox.latest(email)?.link ?? '');
    const tab = world().open(browser, pathname + search);
    await tab.actions.start();
    await refocus();
    expect(tab.session()).toMatchObject({ status: 'signed-out', recovering: { id, email } });
    expect(other.session()).toMatchObject({ status: 'signed-out', recovering: null });
    expect(await tab.actions.finishRecovery('N3wPassword')).toEqual({ ok: true });
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { id }, recovering: null });
    await eventually(() => expect(other.session()).toMatchObject({ status: 'signed-in', user: { id } }));
  });
});

it('sign-out: a page that was suspended, or whose storage was cleared, notices; other stored values do not matter', async () => {
  const signals = { pageshow: { persisted: true }, storage: { key: null } };
  for (const [signal, values] of Object.entries(signals)) {
    const { browser, tab } = await world().openSignedIn();
    browser.storage.clear(); // no event reaches a suspended page
    tab.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    tab.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'goalTooltipDismissed' }));
    expect(tab.changes()).toBe(0);
    tab.window.dispatchEvent(Object.assign(new Event(signal), values));
    expect(tab.session().status).toBe('signed-out');
  }
});
