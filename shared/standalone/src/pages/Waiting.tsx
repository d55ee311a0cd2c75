/** Replaces a page whose code or session is on its way. */
export function Waiting() {
  return <main id="main" aria-busy="true" aria-label="Loading page" />;
}
