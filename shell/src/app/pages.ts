import type { ComponentType } from 'react';
import { PATHS } from '@space/domain';
import type { PageHandle } from '@space/federation';
import { session } from '@space/platform';
import { whenIdle } from '@space/platform/internal';
import { withTimeLimit } from '../browser/browser.ts';
import type * as RemotePages from '../load/openRemotePage.ts';
import { findPage, RemoteFailure, type SitePage } from '../registry/registry.ts';
import { ownPages } from './ownPages.ts';

export interface LoadedPage {
  Component: ComponentType;
  /** With the version of the remote that it is from. */
  handle: PageHandle & { version?: string };
}

async function loadOwnPage(path: string): Promise<LoadedPage> {
  const route = ownPages.find((page) => page.path === path);
  if (!route) throw new Error(`the shell has no page at ${path}`);
  const { Component } = await withTimeLimit(route.lazy());
  return { Component, handle: route.handle };
}

/** Cached once loaded: importing it again would cost a turn of the event loop. */
let remotePages: typeof RemotePages | undefined;

/** Loads a page from its owner. The signal aborts when the visitor navigates elsewhere. Throws `RemoteFailure`. */
export async function loadPage(page: SitePage, signal: AbortSignal): Promise<LoadedPage> {
  try {
    if (page.owner === 'shell') return await loadOwnPage(page.path);
    remotePages ??= await withTimeLimit(import('../load/openRemotePage.ts'));
    return await remotePages.openRemotePage(page, signal);
  } catch (error) {
    if (error instanceof RemoteFailure) throw error;
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    throw new RemoteFailure(page.owner, isTimeout ? 'timeout' : 'network', error);
  }
}

/** Whether the visitor has turned on data saving; false if the browser does not report it. */
const savesData = () =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

async function warmPage(pathname: string): Promise<void> {
  const page = findPage(pathname);
  if (page === null || pathname === location.pathname || savesData()) return;
  try {
    if (page.owner === 'shell') await loadOwnPage(page.path);
    else await (await import('../load/openRemotePage.ts')).warmRemote(page);
  } catch {
    // Prefetching is optional: a real visit reports the error.
  }
}

/**
 * Prefetches the code of a page when a visitor is about to open it (hovers over its link, focuses or touches it), and once
 * the browser is idle the code of the week, which most visitors open next. Nothing is rendered or styled.
 */
export function warmOnIntent(): void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin === location.origin) void warmPage(link.pathname);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, onIntent, { passive: true });

  whenIdle(() => {
    const isNext = location.pathname === PATHS.auth || session.getState().status === 'signed-in';
    if (isNext) void warmPage(PATHS.dashboard);
  });
}
