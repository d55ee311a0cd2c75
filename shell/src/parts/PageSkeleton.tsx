import styles from './PageSkeleton.module.css';

const CARDS = ['one', 'two', 'three', 'four'];

/** The outline of a page whose code or session is still loading. */
export function PageSkeleton() {
  return (
    <main id="main" aria-busy="true" aria-label="Loading page">
      <div className={styles.frame} aria-hidden="true">
        <div className={styles.bar}>
          <div className={`${styles.block} ${styles.brand}`} />
          <div className={`${styles.block} ${styles.link}`} />
          <div className={`${styles.block} ${styles.link}`} />
        </div>
        <div className={styles.blocks}>
          <div className={`${styles.block} ${styles.title}`} />
          <div className={`${styles.block} ${styles.text}`} />
          <div className={styles.cards}>
            {CARDS.map((card) => (
              <div key={card} className={`${styles.block} ${styles.card}`} />
            ))}
          </div>
        </div>
      </div>
    </main>
  );
}
