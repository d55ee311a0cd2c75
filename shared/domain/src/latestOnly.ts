/**
 * Orders overlapping requests. Returns a function to call at the start of a request; it returns a check whether that
 * request is still the latest. To call it without sending a request (on sign-out) makes all pending requests outdated.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    return () => mine === latest;
  };
}
