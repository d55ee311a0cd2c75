import type { Shared } from '../backend/database.ts';

/** What is remembered for one stretch of time alone. Takes its milliseconds; returns the way to what is remembered now. */
function remember<Value>(milliseconds: number): () => Map<string, Value> {
  const known = new Map<string, Value>();
  let end = Date.now() + milliseconds;
  return () => {
    if (Date.now() < end) return known;
    known.clear();
    end = Date.now() + milliseconds;
    return known;
  };
}

/** Counts for each address, at most so many times in each stretch of time. Returns whether it is within the limit. */
export function limitAddresses(most: number, milliseconds: number): (address: string) => boolean {
  const counts = remember<number>(milliseconds);
  return function isWithinLimit(address) {
    const known = counts();
    const count = (known.get(address) ?? 0) + 1;
    known.set(address, count);
    return count <= most;
  };
}

/** Whether a key may speak for a device. */
type MayVouch = (key: string, device: number) => Promise<boolean>;

/** For how many devices an address speaks in each stretch of time: those that came first. */
export function limitDevices(most: number, milliseconds: number): MayVouch {
  const devices = remember<Set<number>>(milliseconds);
  return async function mayVouch(key, device) {
    const all = devices();
    const known = all.get(key) ?? new Set();
    all.set(key, known);
    if (known.size < most) known.add(device);
    return known.has(device);
  };
}

/** The same for all servers of a database together: an address behind two of them speaks for no more devices than behind one. */
export function shareDevices({ query, nameOf }: Shared, most: number, milliseconds: number): MayVouch {
  const tidied = remember<true>(milliseconds);
  return async function mayVouch(key, device) {
    const now = tidied();
    if (now.size === 0) await query('select better_space.forget_vouchers()');
    now.set('tidied', true);
    const [row] = await query(
      "select better_space.may_vouch($1, $2, $3, $4 * interval '1 millisecond') as may",
      [nameOf(key), device, most, milliseconds],
    );
    return row?.['may'] === true;
  };
}
