import type { ComponentType } from 'react';
import type { Page } from '@space/domain';
import type { PageHandle } from '@space/federation';
import { isRemoteFailure, remoteFailure } from '../federation/remoteFailure.ts';
import { withTimeLimit } from '../federation/withTimeLimit.ts';
import { ownPages } from './ownPages.ts';

const TIME_LIMIT = 8_000;

export interface LoadedPage {
  Component: ComponentType;
  handle: PageHandle;
}

async function findRoute(page: Page) {
  if (page.owner === 'shell') return ownPages[page.path];
  const { loadRemoteRoutes } = await import('../federation/loadRemoteRoutes.ts');
  return (await loadRemoteRoutes(page.owner)).find((route) => route.path === page.path);
}

/**
 * Fetches a page from its owner, code and all, so that what is mounted is complete.
 *
 * Takes a page; returns its component and handle; throws `RemoteFailure` with the owner and the cause.
 */
export async function loadPage(page: Page): Promise<LoadedPage> {
  try {
    const route = await findRoute(page);
    if (!route) throw new Error(`no route for ${page.path}`);
    const { Component } = await withTimeLimit(route.lazy(), TIME_LIMIT);
    return { Component, handle: route.handle };
  } catch (error) {
    if (isRemoteFailure(error)) throw error;
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    throw remoteFailure(page.owner, isTimeout ? 'timeout' : 'network', error);
  }
}
