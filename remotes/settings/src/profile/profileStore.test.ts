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
let world: { isOnline: boolean; isSessionLost: boolean };
let store: ReturnType<typeof createProfileStore>;

/** A promise that is settled by hand. */
function pending<T>() {
  return Promise.withResolvers<T>();
}

beforeEach(() => {
  vi.resetAllMocks();
  world = { isOnline: true, isSessionLost: false };
  store = createProfileStore({
    profiles,
    notify,
    isOnline: () => world.isOnline,
    isSessionLost: () => world.isSessionLost,
  });
});

describe('loading the profile', () => {
  it('says that it failed, stays failed while it retries, and recovers', async () => {
    profiles.get.mockRejectedValueOnce(new Error('offline'));
    await store.getState().load('ada');
    expect(store.getState()).toMatchObject({ profile: null, hasFailed: true, isLoading: false });
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('Failed to load profile');

    const answer = pending<Profile>();
    profiles.get.mockReturnValueOnce(answer.promise);
    const retry = store.getState().load('ada');
    expect(store.getState()).toMatchObject({ hasFailed: true, isLoading: true });
    answer.resolve(ADA);
    await retry;
    expect(store.getState()).toMatchObject({ profile: ADA, hasFailed: false, isLoading: false });
  });

  it('never shows one user the profile of another', async () => {
    const late = pending<Profile>();
    profiles.get.mockReturnValueOnce(late.promise).mockResolvedValueOnce(BOB);
    const first = store.getState().load('ada');
    await store.getState().load('bob');
    late.resolve(ADA);
    await first;
    expect(store.getState().profile).toEqual(BOB);
  });

  it('drops an answer that comes after the session ended', async () => {
    const late = pending<Profile>();
    profiles.get.mockReturnValueOnce(late.promise);
    const load = store.getState().load('ada');
    store.getState().clear();
    late.reject(new Error('too late'));
    await load;
    expect(store.getState()).toMatchObject({ profile: null, isLoading: false, hasFailed: false });
    expect(notify.error).not.toHaveBeenCalled();
  });
});

it('a saved name is not undone by a load that was under way', async () => {
  const late = pending<Profile>();
  profiles.get.mockResolvedValueOnce(ADA).mockReturnValueOnce(late.promise);
  profiles.updateDisplayName.mockResolvedValue({ ...ADA, display_name: 'Countess' });
  await store.getState().load('ada');
  const load = store.getState().load('ada');
  await store.getState().save('ada', 'Countess');
  late.resolve(ADA);
  await load;
  expect(store.getState()).toMatchObject({ profile: { display_name: 'Countess' }, isLoading: false });
});

describe('leaving the page while a name is being saved, and coming back', () => {
  it('still tells that it was saved, shows the new name and goes on bringing it up to date', async () => {
    profiles.get.mockResolvedValue(ADA);
    await store.getState().load('ada');
    const answer = pending<Profile>();
    profiles.updateDisplayName.mockReturnValueOnce(answer.promise);
    const save = store.getState().save('ada', 'Countess');
    await store.getState().load('ada'); // the page is shown again
    expect(store.getState()).toMatchObject({ isSaving: true, isLoading: false });
    answer.resolve({ ...ADA, display_name: 'Countess' });
    expect(await save).toBe(true);
    expect(notify.success).toHaveBeenCalledExactlyOnceWith('Profile updated successfully!');
    expect(store.getState()).toMatchObject({ profile: { display_name: 'Countess' }, isSaving: false });

    profiles.get.mockResolvedValue({ ...ADA, display_name: 'Augusta' });
    await store.getState().refresh('ada');
    expect(store.getState().profile?.display_name).toBe('Augusta');
  });

  it('tells the next user nothing of it', async () => {
    profiles.get.mockResolvedValueOnce(ADA).mockResolvedValueOnce(BOB);
    await store.getState().load('ada');
    const answer = pending<Profile>();
    profiles.updateDisplayName.mockReturnValueOnce(answer.promise);
    const save = store.getState().save('ada', 'Countess');
    store.getState().clear();
    await store.getState().load('bob');
    answer.resolve({ ...ADA, display_name: 'Countess' });
    expect(await save).toBe(false);
    expect(notify.success).not.toHaveBeenCalled();
    expect(store.getState()).toMatchObject({ profile: BOB, isSaving: false });
  });
});

describe('bringing the profile up to date behind the page', () => {
  it('shows what another device saved, and never that it is loading', async () => {
    profiles.get.mockResolvedValueOnce(ADA);
    await store.getState().load('ada');
    const answer = pending<Profile>();
    profiles.get.mockReturnValueOnce(answer.promise);
    const refresh = store.getState().refresh('ada');
    expect(store.getState()).toMatchObject({ profile: ADA, isLoading: false });
    answer.resolve({ ...ADA, display_name: 'Countess' });
    await refresh;
    expect(store.getState().profile?.display_name).toBe('Countess');
  });

  it('leaves everything as it is, without a word, where it fails', async () => {
    profiles.get.mockResolvedValueOnce(ADA);
    await store.getState().load('ada');
    profiles.get.mockRejectedValueOnce(new Error('offline'));
    await store.getState().refresh('ada');
    expect(store.getState()).toMatchObject({ profile: ADA, hasFailed: false });
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('heals a failure', async () => {
    profiles.get.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(ADA);
    await store.getState().load('ada');
    await store.getState().refresh('ada');
    expect(store.getState()).toMatchObject({ profile: ADA, hasFailed: false });
  });

  it('never overtakes a name that is being saved', async () => {
    profiles.get.mockResolvedValueOnce(ADA);
    await store.getState().load('ada');
    const answer = pending<Profile>();
    profiles.updateDisplayName.mockReturnValueOnce(answer.promise);
    const save = store.getState().save('ada', 'Countess');
    await store.getState().refresh('ada');
    answer.resolve({ ...ADA, display_name: 'Countess' });
    expect(await save).toBe(true);
    expect(profiles.get).toHaveBeenCalledOnce();
    expect(notify.success).toHaveBeenCalledOnce();
  });
});

describe('why it failed', () => {
  const limit = 'Too many changes. Please try again in 40 seconds.';
  const ended = 'Your session has ended. Please sign in again.';

  it.each([
    ['network', 'Failed to fetch', 0, 'You are offline.'],
    ['rejected', limit, 429, limit],
  ])('follows the sentence of the act in the same notice: %s', async (kind, message, status, reason) => {
    world.isOnline = kind !== 'network';
    const error = Object.assign(new Error(message), { kind, status });
    profiles.get.mockRejectedValue(error);
    profiles.updateDisplayName.mockRejectedValue(error);
    await store.getState().load('ada');
    expect(await store.getState().save('ada', 'Ada')).toBe(false);
    expect(notify.error.mock.calls).toEqual([
      [`Failed to load profile. ${reason}`],
      [`Failed to update profile. Please try again. ${reason}`],
    ]);
  });

  it('is a lost session, which has taken the profile with it', async () => {
    const lost = pending<Profile>();
    profiles.get.mockReturnValue(lost.promise);
    profiles.updateDisplayName.mockReturnValue(lost.promise);
    const acts = [store.getState().load('ada'), store.getState().save('ada', 'Ada')];
    world.isSessionLost = true;
    store.getState().clear();
    lost.reject(Object.assign(new Error('Auth session missing!'), { kind: 'auth' }));
    await Promise.all(acts);
    expect(notify.error.mock.calls).toEqual([
      [`Failed to load profile. ${ended}`],
      [`Failed to update profile. Please try again. ${ended}`],
    ]);
    expect(store.getState()).toMatchObject({ profile: null, isLoading: false, hasFailed: false });
  });
});
