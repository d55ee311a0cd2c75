/** A page of the remote could not be fetched. Not a class: two copies of a class can meet on one page. */
export interface PageFailure {
  kind: 'page-failure';
  cause: unknown;
}

export function pageFailure(cause: unknown): PageFailure {
  // For the developer of the remote.
  console.error('A page could not be loaded', cause);
  return { kind: 'page-failure', cause };
}

export function isPageFailure(value: unknown): value is PageFailure {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'page-failure';
}
