/** The part of the router that is read here. Not imported from the router, which imports users of this file. */
interface Router {
  state: {
    navigation: { state: string; location?: Pick<Location, 'pathname' | 'search' | 'hash'> | undefined };
  };
}

let current: Router | null = null;

export function setRouter(router: Router): void {
  current = router;
}

/** The target of the navigation under way, with query and hash; without a navigation the current address. */
export function targetAddress(): string {
  const { pathname, search, hash } = current?.state.navigation.location ?? location;
  return pathname + search + hash;
}

/**
 * Whether a navigation is under way right now. The state in React components follows later, noticeably so on a busy
 * device.
 */
export function isGoingElsewhere(): boolean {
  return current !== null && current.state.navigation.state !== 'idle';
}
