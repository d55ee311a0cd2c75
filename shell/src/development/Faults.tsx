import { Suspense, lazy } from 'react';
import { isFromSource } from './isFromSource.ts';

interface FaultsProps {
  remote: string;
  onFixed?: () => void;
}

const SourceFaults = lazy(async () => ({ default: (await import('./SourceFaults.tsx')).SourceFaults }));

/** Shows the compile error of a remote that runs from source, first in its region. In development only. */
export function Faults({ remote, onFixed }: FaultsProps) {
  if (!isFromSource(remote)) return null;
  return (
    <Suspense fallback={null}>
      <SourceFaults remote={remote} onFixed={onFixed} />
    </Suspense>
  );
}
