import { useId, useState } from 'react';
import { MESSAGES } from '@space/domain';
import { Icon, IconButton } from '@space/ui';
import styles from './GoalHint.module.css';
import { rememberHintDismissed, wasHintDismissed } from './hintFlag.ts';

/** How goals work, until somebody has read it. */
export function GoalHint() {
  const [isDismissed, setIsDismissed] = useState(wasHintDismissed);
  const titleId = useId();
  if (isDismissed) return null;

  function handleDismiss() {
    rememberHintDismissed();
    // The hint takes its button along: the focus goes to what it spoke of.
    document.querySelector<HTMLElement>('[data-goals] [data-action="add"]')?.focus({ preventScroll: true });
    setIsDismissed(true);
  }

  return (
    <aside className={styles.hint} aria-labelledby={titleId}>
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
