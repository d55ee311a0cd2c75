import { useLayoutEffect, type ReactNode } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router-dom';
import { useLocation } from '@space/platform';
import { SkipLink } from '@space/ui';
import { SessionGuard, useTitleAndFocus } from '@space/ui/host';
import { Waiting } from '../pages/Waiting.tsx';
import { pageAt, redirectFor, useSite } from './standaloneSite.ts';

interface HostProps {
  children?: ReactNode;
}

/** Makes the document's ground dark under a page that is always dark. In the shell the sky does that. */
function followColorScheme(): void {
  const { dataset } = document.documentElement;
  delete dataset['scheme'];
  const main = document.getElementById('main');
  if (main && getComputedStyle(main).colorScheme === 'dark') dataset['scheme'] = 'dark';
}

export function Host({ children }: HostProps) {
  const site = useSite();
  const { pathname } = useLocation();
  useLayoutEffect(followColorScheme, [pathname]);
  useTitleAndFocus(useMatches().at(-1)?.handle);
  return (
    <>
      <SkipLink />
      {children ?? (
        <SessionGuard
          pageAt={(path) => pageAt(site, path)}
          redirectFor={(path, session) => redirectFor(site, path, session)}
          waiting={<Waiting />}
        >
          <Outlet />
        </SessionGuard>
      )}
      <ScrollRestoration />
    </>
  );
}
