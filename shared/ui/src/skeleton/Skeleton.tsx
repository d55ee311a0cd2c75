import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** How many lines to hold a place for. */
  lines: number;
}

/** Grey lines in the place of content that is on its way. They appear after 300 ms, so that a fast answer shows none. */
export function Skeleton({ lines }: SkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}
