import { useState } from 'react';
import { SHORTCUTS, SHORTCUT_IDS, type ShortcutId } from '@space/domain';
import { Card, switchOffShortcuts, switchedOffShortcuts } from '@space/ui';
import styles from './ShortcutsCard.module.css';

/** A checkbox for each shortcut of the dashboard (WCAG 2.1.4). The choice is stored in this browser. */
export function ShortcutsCard() {
  const [off, setOff] = useState(switchedOffShortcuts);

  function handleChange(id: ShortcutId) {
    const next = off.includes(id) ? off.filter((other) => other !== id) : [...off, id];
    // If the browser cannot store the choice, the checkbox does not change.
    if (switchOffShortcuts(next)) setOff(next);
  }

  return (
    <Card
      title="Keyboard shortcuts"
      text="Keys of the dashboard. Press ? there to see them all. Kept in this browser."
    >
      <ul className={styles.list}>
        {SHORTCUT_IDS.map((id) => (
          <li key={id}>
            <label className={styles.line}>
              <input type="checkbox" checked={!off.includes(id)} onChange={() => handleChange(id)} />
              <span className={styles.label}>{SHORTCUTS[id].label}</span>
              <kbd className={styles.keys}>{SHORTCUTS[id].shown.join(' + ')}</kbd>
            </label>
          </li>
        ))}
      </ul>
    </Card>
  );
}
