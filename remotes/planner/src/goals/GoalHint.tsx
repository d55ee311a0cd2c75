import { useId, useState } from 'react';
import { MESSAGES } from '@space/domain';
import { Icon, IconButton } from '@space/ui';
import styles from './GoalHint.module.css';

const KEY = 'goalTooltipDismissed';

/** Whether the hint was closed before. Blocked storage means: not yet. */
function wasDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Remembers that the hint was closed; where storage is blocked or full, for as long as the page lives. */
function rememberDismissed(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // The hint comes back with the next visit: no harm done.
  }
}

/** How goals work, until it is closed. */
export function GoalHint() {
  const [isDismissed, setIsDismissed] = useState(wasDismissed);
  const titleId = useId();
  if (isDismissed) return null;

  function handleDismiss() {
    rememberDismissed();
    // The hint takes its button along: the focus goes to what it spoke of.
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
