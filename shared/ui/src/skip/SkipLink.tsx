import styles from './SkipLink.module.css';

/** The first focusable element: skips the header and moves to the main content. */
export function SkipLink() {
  return (
    <a
      className={styles.skip}
      data-print="off"
      href="#main"
      onClick={(event) => {
        const main = document.getElementById('main');
        if (!main) return;
        // Do not navigate to the hash: it would add an entry to the history and a location to the router.
        event.preventDefault();
        main.tabIndex = -1;
        main.focus();
        main.scrollIntoView();
      }}
    >
      Skip to content
    </a>
  );
}
