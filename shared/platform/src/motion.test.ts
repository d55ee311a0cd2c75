import { safeStorage } from '@space/supabase';
import { describe, expect, test, vi } from 'vitest';
import { MOTION_KEY, createMotionStore } from './motion.ts';

/** A fake window whose media query can change and that can receive storage events. */
function fakeWindow({ isReduced = false } = {}) {
  const window = new EventTarget();
  const query = Object.assign(new EventTarget(), { matches: isReduced });
  return {
    // The store needs only two methods of a window, and this object has both.
    window: Object.assign(window, { matchMedia: () => query }) as unknown as Window,
    reduce(matches: boolean) {
      query.matches = matches;
      query.dispatchEvent(new Event('change'));
    },
    dispatchStorage(key: string | null) {
      window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
  };
}

function mapStorage() {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  return { entries, storage };
}

describe('createMotionStore', () => {
  test('is not paused by default', () => {
    const { storage } = mapStorage();
    expect(createMotionStore({ storage, ...fakeWindow() }).getState()).toEqual({
      isPaused: false,
      isReduced: false,
    });
  });

  test('stores the choice to pause, and removes it once the user resumes', () => {
    const { storage, entries } = mapStorage();
    const store = createMotionStore({ storage, ...fakeWindow() });
    store.setPaused(true);
    expect(store.getState().isPaused).toBe(true);
    expect(createMotionStore({ storage, ...fakeWindow() }).getState().isPaused).toBe(true);
    store.setPaused(false);
    expect(store.getState().isPaused).toBe(false);
    expect(entries.size).toBe(0);
  });

  test('follows another tab and a cleared storage, and ignores other keys', () => {
    const { storage, entries } = mapStorage();
    const page = fakeWindow();
    const store = createMotionStore({ storage, window: page.window });
    const changed = vi.fn<() => void>();
    store.subscribe(changed);
    entries.set(MOTION_KEY, 'paused');
    page.dispatchStorage('something-else');
    expect(changed).not.toHaveBeenCalled();
    page.dispatchStorage(MOTION_KEY);
    expect(store.getState().isPaused).toBe(true);
    entries.clear();
    page.dispatchStorage(null);
    expect(store.getState().isPaused).toBe(false);
  });

  test('keeps the system’s preference for reduced motion apart from the user’s choice', () => {
    const { storage, entries } = mapStorage();
    const page = fakeWindow({ isReduced: true });
    const store = createMotionStore({ storage, window: page.window });
    expect(store.getState()).toEqual({ isPaused: false, isReduced: true });
    page.reduce(false);
    expect(store.getState()).toEqual({ isPaused: false, isReduced: false });
    expect(entries.size).toBe(0);
  });

  test('keeps a choice in memory if storage is blocked', () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const storage = safeStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
    const page = fakeWindow();
    const store = createMotionStore({ storage, window: page.window });
    store.setPaused(true);
    page.dispatchStorage(null);
    expect(store.getState().isPaused).toBe(true);
    store.setPaused(false);
    expect(store.getState().isPaused).toBe(false);
  });
});
