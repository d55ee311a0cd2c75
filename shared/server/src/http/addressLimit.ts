import type { Shared } from '../backend/database.ts';

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

/** Whether events with this key (client address, remote, version) may report for a device. */
type MayCount = (key: string, device: number) => Promise<boolean>;

/** Limits the devices for which a key may report in each time window: the first ones are accepted. */
export function limitDevices(max: number, milliseconds: number): MayCount {
  const devices = createWindow<Set<number>>(milliseconds);
  return async function mayCount(key, device) {
    const all = devices();
    const current = all.get(key) ?? new Set();
    all.set(key, current);
    if (current.size < max) current.add(device);
    return current.has(device);
  };
}

/** The same limit, shared by all servers of a database: a client that reaches two servers gets no more devices. */
export function limitSharedDevices({ query, nameOf }: Shared, max: number, milliseconds: number): MayCount {
  const cleanedUp = createWindow<true>(milliseconds);
  return async function mayCount(key, device) {
    const now = cleanedUp();
    if (now.size === 0) await query('select better_space.forget_vouchers()');
    now.set('tidied', true);
    const [row] = await query(
      "select better_space.may_vouch($1, $2, $3, $4 * interval '1 millisecond') as may",
      [nameOf(key), device, max, milliseconds],
    );
    return row?.['may'] === true;
  };
}
