/**
 * Returns an element id derived from a text. Ids of `useId` depend on the tree above the page, which another team builds, so
 * they would differ between prerendering and hydration (decision 021).
 */
export function toId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
