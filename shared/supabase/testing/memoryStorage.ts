/** A browser's storage in memory: backends that share it are tabs. `refuse` makes it throw like a full or blocked one. */
export function memoryStorage(): Storage & { refuse: { reads: boolean; writes: boolean } } {
  const items = new Map<string, string>();
  const refuse = { reads: false, writes: false };
  const check = (isRefused: boolean, name: string): void => {
    if (isRefused) throw new DOMException('The storage refuses', name);
  };
  return {
    refuse,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    getItem(key) {
      check(refuse.reads, 'SecurityError');
      return items.get(key) ?? null;
    },
    setItem(key, value) {
      check(refuse.writes, 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem(key) {
      check(refuse.writes, 'SecurityError');
      items.delete(key);
    },
  };
}
