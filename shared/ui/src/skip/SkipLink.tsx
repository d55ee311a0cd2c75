import styles from './SkipLink.module.css';

/** The first stop of the keyboard: past the header, to the page itself. */
export function SkipLink() {
  return (
    <a
      className={styles.skip}
      data-print="off"
      href="#main"
      onClick={(event) => {
        const main = document.getElementById('main');
        if (!main) return;
        // Not by the address: a hash would be one more entry in the history and one more location for the router.
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
