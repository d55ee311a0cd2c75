import { safeStorage } from '@space/supabase';
import { describe, expect, test, vi } from 'vitest';
import { MOTION_KEY, createMotionStore } from './motionStore.ts';

/** A window with a media query that can be switched and storage events that can be sent. */
function fakeWindow({ isReduced = false } = {}) {
  const window = new EventTarget();
  const query = Object.assign(new EventTarget(), { matches: isReduced });
  return {
    // The store needs two methods of a window, and these have them.
    window: Object.assign(window, { matchMedia: () => query }) as unknown as Window,
    reduce(matches: boolean) {
      query.matches = matches;
      query.dispatchEvent(new Event('change'));
    },
    tell(key: string | null) {
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
  test('moves until somebody pauses it', () => {
    const { storage } = mapStorage();
    expect(createMotionStore({ storage, ...fakeWindow() }).getState()).toEqual({
      isPaused: false,
      isReduced: false,
    });
  });

  test('remembers the choice, and keeps nothing once it is taken back', () => {
    const { storage, entries } = mapStorage();
    const store = createMotionStore({ storage, ...fakeWindow() });
    store.setPaused(true);
    expect(store.getState().isPaused).toBe(true);
    expect(createMotionStore({ storage, ...fakeWindow() }).getState().isPaused).toBe(true);
    store.setPaused(false);
    expect(store.getState().isPaused).toBe(false);
    expect(entries.size).toBe(0);
  });

  test('follows another tab, a cleared storage included, and no other key', () => {
    const { storage, entries } = mapStorage();
    const page = fakeWindow();
    const store = createMotionStore({ storage, window: page.window });
    const changed = vi.fn<() => void>();
    store.subscribe(changed);
    entries.set(MOTION_KEY, 'paused');
    page.tell('something-else');
    expect(changed).not.toHaveBeenCalled();
    page.tell(MOTION_KEY);
    expect(store.getState().isPaused).toBe(true);
    entries.clear();
    page.tell(null);
    expect(store.getState().isPaused).toBe(false);
  });

  test('keeps the wish of the system apart from the choice', () => {
    const { storage, entries } = mapStorage();
    const page = fakeWindow({ isReduced: true });
    const store = createMotionStore({ storage, window: page.window });
    expect(store.getState()).toEqual({ isPaused: false, isReduced: true });
    page.reduce(false);
    expect(store.getState()).toEqual({ isPaused: false, isReduced: false });
    expect(entries.size).toBe(0);
  });

  test('keeps a choice that storage refuses for as long as the page lives', () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const storage = safeStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
    const page = fakeWindow();
    const store = createMotionStore({ storage, window: page.window });
    store.setPaused(true);
    page.tell(null);
    expect(store.getState().isPaused).toBe(true);
    store.setPaused(false);
    expect(store.getState().isPaused).toBe(false);
  });
});
