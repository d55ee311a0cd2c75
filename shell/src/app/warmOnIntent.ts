import { PATHS } from '@space/domain';
import { session } from '@space/platform';
import { ownPages } from './ownPages.ts';
import { whenIdle } from '@space/platform/internal';
import { findPage } from '../registry/registry.ts';

const INTENT = ['pointerover', 'focusin', 'touchstart'] as const;

/** Whether the visitor has turned on data saving; false if the browser does not report it. */
const savesData = () =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

async function warmPage(pathname: string): Promise<void> {
  const page = findPage(pathname);
  if (page === null || pathname === location.pathname || savesData()) return;
  try {
    if (page.owner === 'shell') await ownPages.find(({ path }) => path === page.path)?.lazy();
    else await (await import('../load/openRemotePage.ts')).warmRemote(page);
  } catch {
    // Prefetching is optional: a real visit reports the error.
  }
}

/** The page that most visitors open next: their week. */
const likelyNext = () =>
  location.pathname === PATHS.auth || session.getState().status === 'signed-in' ? PATHS.dashboard : null;

/**
 * Prefetches the code of a page when a visitor is about to open it (hovers over its link, focuses or touches it), and the
 * code of the week once the browser is idle. Nothing is rendered or styled, so that a page with a look of its own (retro)
 * has no effect before it is opened. Does nothing if the visitor saves data.
 */
export function warmOnIntent(): void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin === location.origin) void warmPage(link.pathname);
  };
  for (const type of INTENT) document.addEventListener(type, onIntent, { passive: true });

  whenIdle(() => {
    const next = likelyNext();
    if (next !== null) void warmPage(next);
  });
}
