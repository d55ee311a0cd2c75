import { Suspense, lazy } from 'react';
import { isFromSource } from './isFromSource.ts';

interface FaultsProps {
  remote: string;
  onMended?: () => void;
}

const SourceFaults = lazy(async () => ({ default: (await import('./SourceFaults.tsx')).SourceFaults }));

/** The first thing in the region of a remote, in development alone: what does not compile of it, if it comes from its source. */
export function Faults({ remote, onMended }: FaultsProps) {
  if (!isFromSource(remote)) return null;
  return (
    <Suspense fallback={null}>
      <SourceFaults remote={remote} onMended={onMended} />
    </Suspense>
  );
}
