import { memoryStorage } from '@space/supabase/testing';

export type Browser = ReturnType<typeof startBrowser>;

/** A browser in the one respect that matters: tabs that share a storage and hear of each other's writes. */
export function startBrowser(origin = 'https://space.example') {
  const storage = memoryStorage();
  const windows: EventTarget[] = [];

  function openTab(path = '/') {
    let href = origin + path;
    let state: unknown = { key: 'router' };
    const left: string[] = [];
    const location = {
      get href() {
        return href;
      },
      assign: (url: string) => void left.push(url),
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

    const tellOthers = (key: string): void => {
      // Like a browser: later, and never to the tab that wrote.
      queueMicrotask(() => {
        for (const other of windows)
          if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
      });
    };
    const shared: Storage = Object.assign(Object.create(storage), {
      setItem(key: string, value: string) {
        storage.setItem(key, value);
        tellOthers(key);
      },
      removeItem(key: string) {
        storage.removeItem(key);
        tellOthers(key);
      },
    });
    return { window, storage: shared, left, address: () => href.slice(origin.length) };
  }

  return { storage, openTab };
}
