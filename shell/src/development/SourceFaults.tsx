import { useEffect, useEffectEvent, useState } from 'react';
import { DEVELOPMENT_VERSION, FAULTS_ADDRESS, type SourceFault } from '@space/federation/development';
import { registryOfPage } from '../registry/registry.ts';
import styles from './SourceFaults.module.css';

// In development only: a release leaves it out.

/** Whether a remote runs from source: then its development server reports compile errors. */
export function isFromSource(remote: string): boolean {
  return registryOfPage().remotes[remote]?.live.version === DEVELOPMENT_VERSION;
}

/** Remotes that failed to compile since this document was opened: the browser may have cached a failed import. */
const faulty = new Set<string>();

interface FaultsProps {
  remote: string;
  /** Called when the last compile error since this document was opened is fixed. */
  onFixed?: () => void;
}

/**
 * The compile error of a remote, if it runs from source: file, line and Vite's message. Comes first in its region, whose rest
 * it hides: that stays mounted and is shown again once the error is fixed.
 */
export function Faults({ remote, onFixed }: FaultsProps) {
  const [fault, setFault] = useState<SourceFault | null>(null);
  const handleFixed = useEffectEvent(() => onFixed?.());

  useEffect(() => {
    if (!isFromSource(remote)) return undefined;
    const faults = new EventSource(FAULTS_ADDRESS + remote);
    faults.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as SourceFault | null; // what the development server has just sent
      setFault(next);
      if (next !== null) faulty.add(remote);
      else if (faulty.has(remote)) handleFixed();
    });
    return () => faults.close();
  }, [remote]);

  if (fault === null) return null;
  return (
    <main className={styles.panel}>
      <h1>{`${remote} does not compile`}</h1>
      <p>{fault.place}</p>
      <pre>{fault.message}</pre>
      <p>Fix it and save: the page continues by itself.</p>
    </main>
  );
}
