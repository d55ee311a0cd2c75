import type { RemoteRoute } from '@space/federation';

/** Stands in for `loadRemoteRoutes` in the yardstick build of the byte budget (`SHELL_WITHOUT_FEDERATION`). */
export async function loadRemoteRoutes(): Promise<RemoteRoute[]> {
  return [];
}
