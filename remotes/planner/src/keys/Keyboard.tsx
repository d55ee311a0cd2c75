import { useEffect, useState } from 'react';
import { PATHS, SHORTCUTS, type Shortcut } from '@space/domain';
import { Link } from '@space/platform';
import { Button, Dialog } from '@space/ui';
import parts from '../parts/parts.module.css';
import styles from './Keyboard.module.css';
import { handleKeys, useShortcut } from './keyboard.ts';

type Line = Pick<Shortcut, 'shown' | 'label'>;

/** Keys of the browser and of the task list, which have no switch. */
const NAVIGATION_KEYS: readonly Line[] = [
  { shown: ['↑', '↓'], label: 'To the task above or below' },
  { shown: ['←', '→'], label: 'To the day before or after' },
  { shown: ['Home', 'End'], label: 'To the first or last task of the day' },
  { shown: ['Tab'], label: 'To the actions of the task' },
  { shown: ['Space'], label: 'Tick the task' },
  { shown: ['Ctrl or ⌘', 'Z'], label: 'Take back the last change' },
];

const SINGLE_KEYS: readonly Shortcut[] = Object.values(SHORTCUTS);

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={`${parts.stack} ${styles.lines}`}>
        {lines.map(({ shown, label }) => (
          <div key={label} className={`${parts.wrap} ${styles.line}`}>
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

/** Handles the keys of the week, and shows the list of them. */
export function Keyboard() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useEffect(handleKeys, []);
  useShortcut('help', () => setIsOpen(true));
  if (!isOpen) return null;
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <Keys title="In the week" lines={NAVIGATION_KEYS} />
      <Keys title="On the task with the focus" lines={SINGLE_KEYS.filter(({ isForTask }) => isForTask)} />
      <Keys title="Anywhere" lines={SINGLE_KEYS.filter(({ isForTask }) => !isForTask)} />
      <Button look="primary" onClick={close}>
        Close
      </Button>
      <p className={`${parts.small} ${styles.hint}`}>
        Single keys can be switched off in the <Link to={PATHS.settings}>settings</Link>.
      </p>
    </Dialog>
  );
}
