/**
 * The id of an element that is named by a text, the same wherever the page is made: ids of `useId` follow from what lies
 * around a page, which another team builds (decision 021).
 */
export function toId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
