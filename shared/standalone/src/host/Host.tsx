import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SkipLink } from '@space/ui';
import { Guard } from './Guard.tsx';
import { usePageChange } from './usePageChange.ts';

interface HostProps {
  /** Shown in the place of the page: the error region. */
  children?: ReactNode;
}

/** What surrounds every page of a remote that runs alone. */
export function Host({ children }: HostProps) {
  usePageChange();
  return (
    <>
      <SkipLink />
      {children ?? (
        <Guard>
          <Outlet />
        </Guard>
      )}
      <ScrollRestoration />
    </>
  );
}
