/** What is read of the router: apart from it, so that the router may import those who read. */
interface Router {
  state: {
    navigation: { state: string; location?: Pick<Location, 'pathname' | 'search' | 'hash'> | undefined };
  };
}

let current: Router | null = null;

export function noteRouter(router: Router): void {
  current = router;
}

/** The address that the visitor wants to see, with query and hash: where they are going, else where they are. */
export function wantedAddress(): string {
  const { pathname, search, hash } = current?.state.navigation.location ?? location;
  return pathname + search + hash;
}

/**
 * Whether another page is on its way at this very moment. What React shows of it comes later, and on a busy device
 * noticeably so.
 */
export function isGoingElsewhere(): boolean {
  return current !== null && current.state.navigation.state !== 'idle';
}
