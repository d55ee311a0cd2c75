import type { RouteObject } from 'react-router-dom';
import { pageFor } from '@space/domain';
import type { Page } from '@space/domain';

/** The version of what shell and remotes promise each other. Raised when either side must change with the other. */
export const CONTRACT_VERSION = 1;

/** The only module a remote exposes. */
export const EXPOSED_MODULE = './routes';

/** What a page tells the shell. `title` becomes 'Better Space — <title>' (D-1). */
export interface PageHandle {
  title: string;
}

/** The exposed module of a remote: routes with absolute paths, all of them owned by that remote (`PAGES`). */
export interface RemoteModule {
  routes: RouteObject[];
}

function leafPaths(routes: readonly RouteObject[], base: string): string[] {
  return routes.flatMap((route) => {
    const path = route.path === undefined ? base : route.path.startsWith('/') ? route.path : `${base}/${route.path}`;
    return route.children ? leafPaths(route.children, path) : [path];
  });
}

const isRoute = (value: unknown): value is RouteObject => typeof value === 'object' && value !== null;

/**
 * Checks what a remote handed over before any of it is rendered: the runtime itself resolves happily with the wrong
 * shape.
 *
 * Takes the loaded module and the name of the remote; returns the routes, or a reason in one sentence.
 */
export function checkRemoteModule(
  module: unknown,
  owner: Page['owner'],
): { ok: true; routes: RouteObject[] } | { ok: false; reason: string } {
  const routes = isRoute(module) && 'routes' in module ? module.routes : undefined;
  if (!Array.isArray(routes) || routes.length === 0 || !routes.every(isRoute)) {
    return { ok: false, reason: `'${owner}' exposes no list of routes` };
  }
  const foreign = leafPaths(routes, '').find((path) => pageFor(path)?.owner !== owner);
  if (foreign !== undefined) return { ok: false, reason: `'${owner}' claims ${foreign}, which is not its own` };
  return { ok: true, routes };
}
