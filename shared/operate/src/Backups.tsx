import { atTime } from '@space/domain';
import type { BackupState } from '@space/store/operator';
import { Notice } from '@space/ui';
import styles from './OperatePage.module.css';

const MEGABYTE = 1e6;

const sizeOf = (bytes: number) =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

interface BackupsProps {
  state: BackupState;
}

/** When the data was saved last, and that it was not when it should have been. */
export function Backups({ state: { last, failure } }: BackupsProps) {
  const known =
    last === null
      ? 'No backup yet: one is made each day, once there is an account.'
      : `Last backup: ${atTime(last.madeAt)}, ${sizeOf(last.bytes)}.`;
  if (failure === null) return <p className={styles.when}>{known}</p>;
  return (
    <Notice tone="danger">
      <p>
        {atTime(failure.at)}: {failure.reason} {known}
      </p>
    </Notice>
  );
}
