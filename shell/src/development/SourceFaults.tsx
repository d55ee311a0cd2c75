import { useEffect, useEffectEvent, useState } from 'react';
import { FAULTS_ADDRESS, type SourceFault } from '@space/federation/developmentRelease';
import styles from './SourceFaults.module.css';

interface SourceFaultsProps {
  remote: string;
  /** Nothing is left of what did not compile since this document was opened. */
  onMended?: (() => void) | undefined;
}

/** Remotes that did not compile at some time since this document was opened: it may remember an import that failed. */
const faulty = new Set<string>();

/**
 * What does not compile of a remote that comes from its source: file, line and Vite's message, in the place of what follows
 * in the region, which stays as it is and is shown again once the fault is mended.
 */
export function SourceFaults({ remote, onMended }: SourceFaultsProps) {
  const [fault, setFault] = useState<SourceFault | null>(null);
  const tellMended = useEffectEvent(() => onMended?.());

  useEffect(() => {
    const faults = new EventSource(FAULTS_ADDRESS + remote);
    faults.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as SourceFault | null; // what the development server has just sent
      setFault(next);
      if (next !== null) faulty.add(remote);
      else if (faulty.has(remote)) tellMended();
    });
    return () => faults.close();
  }, [remote]);

  if (fault === null) return null;
  return (
    <main className={styles.panel}>
      <h1 className={styles.title}>{`${remote} does not compile`}</h1>
      {fault.place !== null && <p className={styles.place}>{fault.place}</p>}
      <pre className={styles.message}>{fault.message}</pre>
      <p>Mend it and save: the page goes on by itself.</p>
    </main>
  );
}
