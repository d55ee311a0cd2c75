/** Orders requests that overlap: returns what begins one and tells whether that one is still the latest. */
export function latestOnly(): () => () => boolean {
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    return () => mine === latest;
  };
}
