import type { ComponentType } from 'react';
import type { PageHandle } from '@space/federation';
import { isRemoteFailure, remoteFailure, type SitePage } from '../registry/registry.ts';
import type * as RemotePages from '../load/openRemotePage.ts';
import { withTimeLimit } from '../browser/withTimeLimit.ts';
import { ownPages } from './ownPages.ts';

export interface LoadedPage {
  Component: ComponentType;
  handle: PageHandle;
}

async function loadOwnPage(path: string): Promise<LoadedPage> {
  const route = ownPages.find((page) => page.path === path);
  if (!route) throw new Error(`the shell has no page at ${path}`);
  const { Component } = await withTimeLimit(route.lazy());
  return { Component, handle: route.handle };
}

/** Cached once loaded: importing it again would cost a turn of the event loop. */
let remotePages: typeof RemotePages | undefined;

/**
 * Loads a page from its owner, including its code, so that the router can render it at once.
 *
 * Takes a page and a signal that aborts when the visitor navigates elsewhere; returns its component and handle; throws
 * `RemoteFailure` with the owner and the cause.
 */
export async function loadPage(page: SitePage, signal: AbortSignal): Promise<LoadedPage> {
  try {
    if (page.owner === 'shell') return await loadOwnPage(page.path);
    remotePages ??= await withTimeLimit(import('../load/openRemotePage.ts'));
    return await remotePages.openRemotePage(page, signal);
  } catch (error) {
    if (isRemoteFailure(error)) throw error;
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    throw remoteFailure(page.owner, isTimeout ? 'timeout' : 'network', error);
  }
}
