import { useId, useState } from 'react';
import { MESSAGES } from '@space/domain';
import { Icon, IconButton } from '@space/ui';
import styles from './GoalHint.module.css';

const KEY = 'goalTooltipDismissed';

/** Whether the hint was dismissed before; false if storage is blocked. */
function wasDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Stores that the hint was dismissed. If storage is blocked or full, it stays hidden until the page is reloaded. */
function rememberDismissed(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // The hint comes back on the next visit, which does no harm.
  }
}

/** Explains how goals work, until it is dismissed. */
export function GoalHint() {
  const [isDismissed, setIsDismissed] = useState(wasDismissed);
  const titleId = useId();
  if (isDismissed) return null;

  function handleDismiss() {
    rememberDismissed();
    // The focused button goes with the hint: the focus moves to the button that the hint explains.
    document.querySelector<HTMLElement>('[data-goals] [data-action="add"]')?.focus({ preventScroll: true });
    setIsDismissed(true);
  }

  return (
    <aside className={styles.hint} data-print="off" aria-labelledby={titleId}>
      <Icon name="bulb" size={22} />
      <div className={styles.text}>
        <h3 id={titleId} className={styles.title}>
          {MESSAGES.goals.hintTitle}
        </h3>
        <p>
          Click &lsquo;Add item&rsquo; in any card. Card titles can be renamed: click a title to change it.
        </p>
      </div>
      <IconButton icon="close" label="Dismiss hint" onClick={handleDismiss} />
    </aside>
  );
}
