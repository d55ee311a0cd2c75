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
