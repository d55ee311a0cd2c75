/**
 * Limits how often something is done for each address: at most so many times in each stretch of time.
 *
 * Takes the number, milliseconds and a clock; returns a function that counts and says whether it is still within the
 * limit. Remembers addresses for one stretch alone.
 */
export function limitAddresses(
  most: number,
  milliseconds: number,
  now: () => number = Date.now,
): (address: string) => boolean {
  const counts = new Map<string, number>();
  let end = now() + milliseconds;

  return function isWithinLimit(address) {
    if (now() >= end) {
      counts.clear();
      end = now() + milliseconds;
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= most;
  };
}

/**
 * Limits for how many devices an address speaks in each stretch of time: those that came first. Takes the number,
 * milliseconds and a clock; returns a function that takes a key and a device and says whether it is one of them.
 */
export function limitDevices(
  most: number,
  milliseconds: number,
  now: () => number = Date.now,
): (key: string, device: number) => boolean {
  const devices = new Map<string, Set<number>>();
  let end = now() + milliseconds;

  return function mayVouch(key, device) {
    if (now() >= end) {
      devices.clear();
      end = now() + milliseconds;
    }
    const known = devices.get(key) ?? new Set();
    devices.set(key, known);
    if (known.size < most) known.add(device);
    return known.has(device);
  };
}
