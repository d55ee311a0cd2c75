import type { AppRouter } from './createAppRouter.tsx';

let current: AppRouter | null = null;

/** Notes the router of this page. */
export function noteRouter(router: AppRouter): void {
  current = router;
}

/**
 * Whether another page is on its way at this very moment. What React shows of it comes later, and on a busy device
 * noticeably so.
 */
export function isGoingElsewhere(): boolean {
  return current !== null && current.state.navigation.state !== 'idle';
}
