import styles from './ArrivingPanel.module.css';

/** While a mail's link is redeemed. The sentence above it says what is going on; this only shows that something is. */
export function ArrivingPanel() {
  return <div className={styles.orbit} aria-hidden="true" />;
}
