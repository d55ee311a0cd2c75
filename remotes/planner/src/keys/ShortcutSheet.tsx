import { SHORTCUTS, SHORTCUT_IDS, PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { Button, Dialog, switchedOffShortcuts } from '@space/ui';
import styles from './ShortcutSheet.module.css';
import { shortcutAction } from './pageShortcuts.ts';

interface Line {
  shown: readonly string[];
  label: string;
}

/** Keys of the browser and of the task list: they cannot be switched off. */
const NAVIGATION_KEYS: readonly Line[] = [
  { shown: ['↑', '↓'], label: 'To the task above or below' },
  { shown: ['←', '→'], label: 'To the day before or after' },
  { shown: ['Home', 'End'], label: 'To the first or last task of the day' },
  { shown: ['Tab'], label: 'To the actions of the task' },
  { shown: ['Space'], label: 'Tick the task' },
  { shown: ['Ctrl or ⌘', 'Z'], label: 'Take back the last change' },
];

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.lines}>
        {lines.map(({ shown, label }) => (
          <div key={label} className={styles.line}>
            <dt>
              {shown.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The list of all shortcuts that are switched on. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const off = switchedOffShortcuts();
  const lines = SHORTCUT_IDS.filter((id) => !off.includes(id)).map((id) => ({
    id,
    isForTask: false,
    ...SHORTCUTS[id],
  }));
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Keys title="In the week" lines={NAVIGATION_KEYS} />
      <Keys title="On the task with the focus" lines={lines.filter(({ isForTask }) => isForTask)} />
      <Keys title="Anywhere" lines={lines.filter(({ id, isForTask }) => !isForTask && shortcutAction(id))} />
      <Button look="primary" onClick={onClose}>
        Close
      </Button>
      <p className={styles.hint}>
        Each can be switched off in the <Link to={PATHS.settings}>settings</Link>.
      </p>
    </Dialog>
  );
}
