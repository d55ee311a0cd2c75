import { useEffect, useEffectEvent, useState } from 'react';
import { FAULTS_ADDRESS, type SourceFault } from '@space/federation/development';
import styles from './SourceFaults.module.css';

interface SourceFaultsProps {
  remote: string;
  /** Called when the last compile error since this document was opened is fixed. */
  onFixed?: (() => void) | undefined;
}

/** Remotes that failed to compile since this document was opened: the browser may have cached a failed import. */
const faulty = new Set<string>();

/**
 * The compile error of a remote that runs from source: file, line and Vite's message. It hides the rest of the region, which
 * stays mounted and is shown again once the error is fixed.
 */
export function SourceFaults({ remote, onFixed }: SourceFaultsProps) {
  const [fault, setFault] = useState<SourceFault | null>(null);
  const handleFixed = useEffectEvent(() => onFixed?.());

  useEffect(() => {
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
      <h1 className={styles.title}>{`${remote} does not compile`}</h1>
      {fault.place !== null && <p className={styles.place}>{fault.place}</p>}
      <pre className={styles.message}>{fault.message}</pre>
      <p>Fix it and save: the page continues by itself.</p>
    </main>
  );
}
