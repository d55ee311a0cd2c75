import { SESSION_KEY } from '@space/supabase';
import { describe, expect, it } from 'vitest';
import { PASSWORD, eventually, newEmail, startWorld } from './world.ts';

const world = startWorld();

describe('deleting the account', () => {
  it('signs out here and in the other tabs, in one step, and says why', async () => {
    const { browser } = await world().signedInBrowser();
    const [tab, other] = [world().open(browser, '/settings'), world().open(browser, '/dashboard')];
    await Promise.all([tab.actions.start(), other.actions.start()]);
    expect(await tab.actions.deleteAccount()).toEqual({ ok: true });
    expect(tab.session()).toMatchObject({
      status: 'signed-out',
      user: null,
      wasDeleted: true,
      wasLost: false,
    });
    expect(tab.changes()).toBe(1);
    expect(browser.storage.getItem(SESSION_KEY)).toBeNull();
    await eventually(() =>
      expect(other.session()).toMatchObject({ status: 'signed-out', wasDeleted: false }),
    );
  });

  it('is forgotten once the visitor has arrived somewhere, or signs in as another user', async () => {
    const { browser } = await world().signedInBrowser();
    const tab = world().open(browser, '/settings');
    await tab.actions.deleteAccount();
    tab.actions.forgetDeletion();
    expect(tab.session().wasDeleted).toBe(false);

    await tab.actions.signUp({ email: newEmail(), password: PASSWORD });
    await tab.actions.deleteAccount();
    await tab.actions.signUp({ email: newEmail(), password: PASSWORD });
    expect(tab.session()).toMatchObject({ status: 'signed-in', wasDeleted: false });
  });

  it('changes nothing when the server cannot be reached', async () => {
    const { browser, id } = await world().signedInBrowser();
    const tab = world().open(browser, '/settings');
    world().proxy.rule({ method: 'POST', path: '/rest/v1/rpc', fault: { status: 503 } });
    expect(await tab.actions.deleteAccount()).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: { id }, wasDeleted: false });
    expect(browser.storage.getItem(SESSION_KEY)).not.toBeNull();
  });

  it('needs a user who is signed in', async () => {
    const outcome = await world().open().actions.deleteAccount();
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'auth', code: 'no_session' } });
  });
});
