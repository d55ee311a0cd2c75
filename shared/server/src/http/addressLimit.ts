/** A map that is cleared after each time window. Takes the window in milliseconds; returns a getter for the current map. */
function createWindow<Value>(milliseconds: number): () => Map<string, Value> {
  const current = new Map<string, Value>();
  let end = Date.now() + milliseconds;
  return () => {
    if (Date.now() < end) return current;
    current.clear();
    end = Date.now() + milliseconds;
    return current;
  };
}

/** Limits calls per address and time window. The returned function counts a call and tells whether it is within the limit. */
export function limitAddresses(max: number, milliseconds: number): (address: string) => boolean {
  const currentCounts = createWindow<number>(milliseconds);
  return function isWithinLimit(address) {
    const current = currentCounts();
    const count = (current.get(address) ?? 0) + 1;
    current.set(address, count);
    return count <= max;
  };
}

/**
 * Limits the devices for which a key (client address, remote, version) may report in each time window: the first ones are
 * accepted. The returned function tells whether an event with this key counts.
 */
export function limitDevices(max: number, milliseconds: number): (key: string, device: number) => boolean {
  const devices = createWindow<Set<number>>(milliseconds);
  return function mayCount(key, device) {
    const all = devices();
    const current = all.get(key) ?? new Set();
    all.set(key, current);
    if (current.size < max) current.add(device);
    return current.has(device);
  };
}
