import { PATHS } from '@space/domain';
import { session } from '@space/platform';
import { ownPages } from './ownPages.ts';
import { whenIdle } from '@space/platform/internal';
import { findPage } from '../registry/findPage.ts';

const INTENT = ['pointerover', 'focusin', 'touchstart'] as const;

/** Whether the visitor has asked their device to be sparing. Where that cannot be asked, no one has. */
const savesData = () =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

async function warmPage(pathname: string): Promise<void> {
  const page = findPage(pathname);
  if (page === null || pathname === location.pathname || savesData()) return;
  try {
    if (page.owner === 'shell') await ownPages.find(({ path }) => path === page.path)?.lazy();
    else await (await import('../load/openRemotePage.ts')).warmRemote(page);
  } catch {
    // It was only to be quicker: the visit itself says what is wrong.
  }
}

/** Where most people go next: into their week. */
const likelyNext = () =>
  location.pathname === PATHS.auth || session.getState().status === 'signed-in' ? PATHS.dashboard : null;

/**
 * Fetches the code of a page when someone is about to open it: points at a link, moves the focus to it or touches it;
 * and that of the week when the page has nothing else to do. Code only, so that a world of its own (retro) leaves no
 * trace before it is entered. Nothing for people who save data.
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
