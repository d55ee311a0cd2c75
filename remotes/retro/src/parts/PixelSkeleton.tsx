import styles from './PixelSkeleton.module.css';

interface PixelSkeletonProps {
  /** How many lines to hold a place for. */
  lines: number;
}

/** Blocks in the place of content that is on its way, lighting up in steps. A fast answer shows none. */
export function PixelSkeleton({ lines }: PixelSkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}
