import styles from './PixelSkeleton.module.css';

interface PixelSkeletonProps {
  /** The number of placeholder lines. */
  lines: number;
}

/** Placeholder blocks for content that is loading, lighting up in steps. They appear late: a fast response shows none. */
export function PixelSkeleton({ lines }: PixelSkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}
