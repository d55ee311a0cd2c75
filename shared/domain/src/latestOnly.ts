/**
 * Orders requests that overlap. Takes nothing; returns a function that begins a request and returns whether that one is
 * still the latest. To begin one without using its answer (on sign-out) makes all that are under way late.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    return () => mine === latest;
  };
}
