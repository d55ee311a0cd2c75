import { memoryStorage } from '@space/supabase/testing';

export type Browser = ReturnType<typeof startBrowser>;

/** A fake browser: its tabs share a storage and get storage events for each other's writes. */
export function startBrowser(origin = 'https://space.example') {
  const storage = memoryStorage();
  const windows: EventTarget[] = [];

  function openTab(path = '/') {
    const assignedUrls: string[] = [];
    const location = { href: origin + path, assign: (url: string) => void assignedUrls.push(url) };
    const history = {
      state: { key: 'router' } as unknown,
      replaceState(next: unknown, _unused: string, url: string) {
        history.state = next;
        location.href = new URL(url, location.href).href;
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
    return {
      window,
      storage: sharedStorage,
      assignedUrls,
      address: () => location.href.slice(origin.length),
    };
  }

  return { storage, openTab };
}
