import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** The number of placeholder lines. */
  lines: number;
}

/** Grey placeholder lines for loading content. They appear after 300 ms, so that a fast response shows none. */
export function Skeleton({ lines }: SkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}
