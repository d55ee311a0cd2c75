import type { ReactNode } from 'react';
import { SessionGuard as Guard } from '@space/ui/host';
import { findPage } from '../registry/registry.ts';
import { PageSkeleton } from '../parts/PageSkeleton.tsx';
import { redirectFor } from './redirectFor.ts';

interface SessionGuardProps {
  children: ReactNode;
}

export function SessionGuard({ children }: SessionGuardProps) {
  return (
    <Guard pageAt={findPage} redirectFor={redirectFor} waiting={<PageSkeleton />}>
      {children}
    </Guard>
  );
}
