import { SkipLink } from '@space/ui';
import { PageSkeleton } from './PageSkeleton.tsx';

/** Shown until the first page has loaded. It works without a router. */
export function BootFrame() {
  return (
    <>
      <SkipLink />
      <PageSkeleton />
    </>
  );
}
