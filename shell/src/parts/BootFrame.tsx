import { SkipLink } from '@space/ui';
import { PageSkeleton } from './PageSkeleton.tsx';

/** What is painted before the first page has arrived. It knows no router. */
export function BootFrame() {
  return (
    <>
      <SkipLink />
      <PageSkeleton />
    </>
  );
}
