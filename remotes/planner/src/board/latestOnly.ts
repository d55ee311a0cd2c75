/**
 * Tells the latest of several attempts from the earlier ones, so that an answer which comes late is dropped.
 *
 * Returns a function that begins an attempt; it returns whether that attempt is still the latest.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0;
  return () => {
    const attempt = ++latest;
    return () => attempt === latest;
  };
}
