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

/** Lets the next answer come when the test says so. */
function answerLate(ask: { mockReturnValueOnce: (answer: Promise<Profile>) => unknown }) {
  const late = Promise.withResolvers<Profile>();
  ask.mockReturnValueOnce(late.promise);
  return late;
}

async function loadAda(): Promise<void> {
  profiles.get.mockResolvedValueOnce(ADA);
  await store.getState().load('ada');
}

/** Saves another name, which the server answers when the test says so. */
function saveLate() {
  const late = answerLate(profiles.updateDisplayName);
  const save = store.getState().save('ada', 'Countess');
  return { save, answer: () => late.resolve({ ...ADA, display_name: 'Countess' }) };
}

describe('loading the profile', () => {
  it('says that it failed, stays failed while it retries, and recovers', async () => {
    profiles.get.mockRejectedValueOnce(new Error('offline'));
    await store.getState().load('ada');
    expect(store.getState()).toMatchObject({ profile: null, hasFailed: true, isLoading: false });
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('Failed to load profile');

    const answer = answerLate(profiles.get);
    const retry = store.getState().load('ada');
    expect(store.getState()).toMatchObject({ hasFailed: true, isLoading: true });
    answer.resolve(ADA);
    await retry;
    expect(store.getState()).toMatchObject({ profile: ADA, hasFailed: false, isLoading: false });
  });

  it('never shows one user the profile of another', async () => {
    const late = Promise.withResolvers<Profile>();
    profiles.get.mockReturnValueOnce(late.promise).mockResolvedValueOnce(BOB);
    const first = store.getState().load('ada');
    await store.getState().load('bob');
    late.resolve(ADA);
    await first;
    expect(store.getState().profile).toEqual(BOB);
  });

  it('drops an answer that comes after the session ended', async () => {
    const late = answerLate(profiles.get);
    const load = store.getState().load('ada');
    store.getState().clear();
    late.reject(new Error('too late'));
    await load;
    expect(store.getState()).toMatchObject({ profile: null, isLoading: false, hasFailed: false });
    expect(notify.error).not.toHaveBeenCalled();
  });
});

it('a saved name is not undone by a load that was under way', async () => {
  const late = Promise.withResolvers<Profile>();
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
    await loadAda();
    profiles.get.mockResolvedValue(ADA);
    const { save, answer } = saveLate();
    await store.getState().load('ada'); // the page is shown again
    expect(store.getState()).toMatchObject({ isSaving: true, isLoading: false });
    answer();
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
    const { save, answer } = saveLate();
    store.getState().clear();
    await store.getState().load('bob');
    answer();
    expect(await save).toBe(false);
    expect(notify.success).not.toHaveBeenCalled();
    expect(store.getState()).toMatchObject({ profile: BOB, isSaving: false });
  });
});

describe('bringing the profile up to date behind the page', () => {
  it('shows what another device saved, and never that it is loading', async () => {
    await loadAda();
    const answer = answerLate(profiles.get);
    const refresh = store.getState().refresh('ada');
    expect(store.getState()).toMatchObject({ profile: ADA, isLoading: false });
    answer.resolve({ ...ADA, display_name: 'Countess' });
    await refresh;
    expect(store.getState().profile?.display_name).toBe('Countess');
  });

  it('leaves everything as it is, without a word, where it fails', async () => {
    await loadAda();
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
    await loadAda();
    const { save, answer } = saveLate();
    await store.getState().refresh('ada');
    answer();
    expect(await save).toBe(true);
    expect(profiles.get).toHaveBeenCalledOnce();
    expect(notify.success).toHaveBeenCalledOnce();
  });
});

it('tells of a lost session, which has taken the profile with it', async () => {
  const lost = Promise.withResolvers<Profile>();
  profiles.get.mockReturnValue(lost.promise);
  profiles.updateDisplayName.mockReturnValue(lost.promise);
  const acts = [store.getState().load('ada'), store.getState().save('ada', 'Ada')];
  isSessionLost = true;
  store.getState().clear();
  lost.reject(Object.assign(new Error('Auth session missing!'), { kind: 'auth' }));
  await Promise.all(acts);
  expect(notify.error.mock.calls).toEqual([
    ['Failed to load profile. Your session has ended. Please sign in again.'],
    ['Failed to update profile. Please try again. Your session has ended. Please sign in again.'],
  ]);
  expect(store.getState()).toMatchObject({ profile: null, isLoading: false, hasFailed: false });
});
