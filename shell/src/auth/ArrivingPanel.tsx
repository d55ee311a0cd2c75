import styles from './ArrivingPanel.module.css';

/** Shown while a link from a mail is redeemed. The sentence above says so; this is only the animation. */
export function ArrivingPanel() {
  return <div className={styles.orbit} aria-hidden="true" />;
}
