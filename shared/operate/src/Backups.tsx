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

/** The time of the last backup, and a notice if a backup has failed since. */
export function Backups({ state: { last, failure } }: BackupsProps) {
  const known =
    last === null
      ? 'No backup yet: one is made each day, once there is an account.'
      : `Last backup: ${atTime(last.madeAt)}, ${sizeOf(last.bytes)}.`;
  if (failure === null) return <p className={styles.when}>{known}</p>;
  return (
    <Notice tone="danger">
      <p>{`${atTime(failure.at)}: ${failure.reason} ${known}`}</p>
    </Notice>
  );
}
