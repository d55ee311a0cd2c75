import { memoryStorage } from '@space/supabase/testing';

export type Browser = ReturnType<typeof startBrowser>;

/** A fake browser: its tabs share a storage and get storage events for each other's writes. */
export function startBrowser(origin = 'https://space.example') {
  const storage = memoryStorage();
  const windows: EventTarget[] = [];

  function openTab(path = '/') {
    let href = origin + path;
    let state: unknown = { key: 'router' };
    const assignedUrls: string[] = [];
    const location = {
      get href() {
        return href;
      },
      assign: (url: string) => void assignedUrls.push(url),
    };
    const history = {
      get state() {
        return state;
      },
      replaceState(next: unknown, _unused: string, url: string) {
        state = next;
        href = new URL(url, href).href;
      },
    };
    const window = Object.assign(new EventTarget(), { location, history });
    windows.push(window);

    const notifyOthers = (key: string): void => {
      // Like a browser: asynchronously, and never in the tab that wrote.
      queueMicrotask(() => {
        for (const other of windows)
          if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
      });
    };
    const sharedStorage: Storage = Object.assign(Object.create(storage), {
      setItem(key: string, value: string) {
        storage.setItem(key, value);
        notifyOthers(key);
      },
      removeItem(key: string) {
        storage.removeItem(key);
        notifyOthers(key);
      },
    });
    return { window, storage: sharedStorage, assignedUrls, address: () => href.slice(origin.length) };
  }

  return { storage, openTab };
}
