import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '@space/domain';
import { createProfileStore } from './profileStore.ts';

const ADA: Profile = { id: 'ada', display_name: 'Ada', created_at: '2026-11-01T00:00:00Z' };
const BOB: Profile = { id: 'bob', display_name: null, created_at: '2026-11-02T00:00:00Z' };

type Services = Parameters<typeof createProfileStore>[0];

const profiles = {
  get: vi.fn<Services['profiles']['get']>(),
  updateDisplayName: vi.fn<Services['profiles']['updateDisplayName']>(),
};
const notify = {
  success: vi.fn<Services['notify']['success']>(),
  error: vi.fn<Services['notify']['error']>(),
};
let isSessionLost: boolean;
let store: ReturnType<typeof createProfileStore>;

beforeEach(() => {
  vi.resetAllMocks();
  isSessionLost = false;
  store = createProfileStore({ profiles, notify, isOnline: () => true, isSessionLost: () => isSessionLost });
});

/** Makes the next call return a promise that the test settles. */
function deferResponse(request: { mockReturnValueOnce: (answer: Promise<Profile>) => unknown }) {
  const deferred = Promise.withResolvers<Profile>();
  request.mockReturnValueOnce(deferred.promise);
  return deferred;
}

async function loadAda(): Promise<void> {
  profiles.get.mockResolvedValueOnce(ADA);
  await store.getState().load('ada');
}

/** Saves another name. The server responds when the test calls `respond`. */
function saveDeferred() {
  const deferred = deferResponse(profiles.updateDisplayName);
  const save = store.getState().save('ada', 'Countess');
  return { save, respond: () => deferred.resolve({ ...ADA, display_name: 'Countess' }) };
}

describe('loading the profile', () => {
  it('reports a failure, stays failed during a retry, and recovers', async () => {
    profiles.get.mockRejectedValueOnce(new Error('offline'));
    await store.getState().load('ada');
    expect(store.getState()).toMatchObject({ profile: null, hasFailed: true, isLoading: false });
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('Failed to load profile');

    const deferred = deferResponse(profiles.get);
    const retry = store.getState().load('ada');
    expect(store.getState()).toMatchObject({ hasFailed: true, isLoading: true });
    deferred.resolve(ADA);
    await retry;
    expect(store.getState()).toMatchObject({ profile: ADA, hasFailed: false, isLoading: false });
  });

  it('never shows one user the profile of another', async () => {
    const deferred = Promise.withResolvers<Profile>();
    profiles.get.mockReturnValueOnce(deferred.promise).mockResolvedValueOnce(BOB);
    const first = store.getState().load('ada');
    await store.getState().load('bob');
    deferred.resolve(ADA);
    await first;
    expect(store.getState().profile).toEqual(BOB);
  });

  it('drops a response that arrives after the session has ended', async () => {
    const deferred = deferResponse(profiles.get);
    const load = store.getState().load('ada');
    store.getState().clear();
    deferred.reject(new Error('too late'));
    await load;
    expect(store.getState()).toMatchObject({ profile: null, isLoading: false, hasFailed: false });
    expect(notify.error).not.toHaveBeenCalled();
  });
});

it('a saved name is not undone by a load that was under way', async () => {
  const deferred = Promise.withResolvers<Profile>();
  profiles.get.mockResolvedValueOnce(ADA).mockReturnValueOnce(deferred.promise);
  profiles.updateDisplayName.mockResolvedValue({ ...ADA, display_name: 'Countess' });
  await store.getState().load('ada');
  const load = store.getState().load('ada');
  await store.getState().save('ada', 'Countess');
  deferred.resolve(ADA);
  await load;
  expect(store.getState()).toMatchObject({ profile: { display_name: 'Countess' }, isLoading: false });
});

describe('leaving the page while a name is being saved, and coming back', () => {
  it('still reports that it was saved, shows the new name, and keeps refreshing it', async () => {
    await loadAda();
    profiles.get.mockResolvedValue(ADA);
    const { save, respond } = saveDeferred();
    await store.getState().load('ada'); // the page is shown again
    expect(store.getState()).toMatchObject({ isSaving: true, isLoading: false });
    respond();
    expect(await save).toBe(true);
    expect(notify.success).toHaveBeenCalledExactlyOnceWith('Profile updated successfully!');
    expect(store.getState()).toMatchObject({ profile: { display_name: 'Countess' }, isSaving: false });

    profiles.get.mockResolvedValue({ ...ADA, display_name: 'Augusta' });
    await store.getState().refresh('ada');
    expect(store.getState().profile?.display_name).toBe('Augusta');
  });

  it('shows the next user nothing of it', async () => {
    profiles.get.mockResolvedValueOnce(ADA).mockResolvedValueOnce(BOB);
    await store.getState().load('ada');
    const { save, respond } = saveDeferred();
    store.getState().clear();
    await store.getState().load('bob');
    respond();
    expect(await save).toBe(false);
    expect(notify.success).not.toHaveBeenCalled();
    expect(store.getState()).toMatchObject({ profile: BOB, isSaving: false });
  });
});

describe('refreshing the profile in the background', () => {
  it('shows what another device saved, without a loading state', async () => {
    await loadAda();
    const deferred = deferResponse(profiles.get);
    const refresh = store.getState().refresh('ada');
    expect(store.getState()).toMatchObject({ profile: ADA, isLoading: false });
    deferred.resolve({ ...ADA, display_name: 'Countess' });
    await refresh;
    expect(store.getState().profile?.display_name).toBe('Countess');
  });

  it('changes nothing and shows no notice if it fails', async () => {
    await loadAda();
    profiles.get.mockRejectedValueOnce(new Error('offline'));
    await store.getState().refresh('ada');
    expect(store.getState()).toMatchObject({ profile: ADA, hasFailed: false });
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('recovers from a failed load', async () => {
    profiles.get.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(ADA);
    await store.getState().load('ada');
    await store.getState().refresh('ada');
    expect(store.getState()).toMatchObject({ profile: ADA, hasFailed: false });
  });

  it('does not run while a name is being saved', async () => {
    await loadAda();
    const { save, respond } = saveDeferred();
    await store.getState().refresh('ada');
    respond();
    expect(await save).toBe(true);
    expect(profiles.get).toHaveBeenCalledOnce();
    expect(notify.success).toHaveBeenCalledOnce();
  });
});

it('reports a lost session, which clears the profile', async () => {
  const lost = Promise.withResolvers<Profile>();
  profiles.get.mockReturnValue(lost.promise);
  profiles.updateDisplayName.mockReturnValue(lost.promise);
  const actions = [store.getState().load('ada'), store.getState().save('ada', 'Ada')];
  isSessionLost = true;
  store.getState().clear();
  lost.reject(Object.assign(new Error('Auth session missing!'), { kind: 'auth' }));
  await Promise.all(actions);
  expect(notify.error.mock.calls).toEqual([
    ['Failed to load profile. Your session has ended. Please sign in again.'],
    ['Failed to update profile. Please try again. Your session has ended. Please sign in again.'],
  ]);
  expect(store.getState()).toMatchObject({ profile: null, isLoading: false, hasFailed: false });
});
