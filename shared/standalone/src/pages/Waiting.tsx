/** Shown while a page's code or the session is loading. */
export function Waiting() {
  return <main id="main" aria-busy="true" aria-label="Loading page" />;
}
