import { useEffect, useState } from 'react';
import { onNotice } from '@space/platform';
import { Button, IconButton } from '@space/ui';
import type { Notice } from '@space/platform';
import styles from './PlainNotices.module.css';

interface StandingNotice extends Notice {
  id: number;
}

/** Said again, a notice takes the place of the one that stands; one that carries an action stays, as each undoes its own. */
function withNotice(standing: readonly StandingNotice[], notice: Notice): readonly StandingNotice[] {
  const others = notice.action ? standing : standing.filter(({ message }) => message !== notice.message);
  return [...others, { ...notice, id: (standing.at(-1)?.id ?? 0) + 1 }];
}

/**
 * Notices without the library, for as long as its code cannot be had (the network went before it came, or its file is
 * gone): what happened is said all the same. They stand until they are closed.
 */
export function PlainNotices() {
  const [notices, setNotices] = useState<readonly StandingNotice[]>([]);

  useEffect(
    () =>
      onNotice((notice) => {
        setNotices((standing) => withNotice(standing, notice));
      }),
    [],
  );

  function close(id: number) {
    setNotices((standing) => standing.filter((one) => one.id !== id));
  }

  return (
    <div className={styles.region}>
      {notices.map(({ id, tone, message, action }) => (
        <div key={id} role={tone === 'error' ? 'alert' : 'status'} className={styles.notice} data-tone={tone}>
          <span className={styles.words}>{message}</span>
          {action && (
            <Button
              onClick={() => {
                action.onSelect();
                close(id);
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton
            icon="close"
            label="Close notice"
            onClick={() => {
              close(id);
            }}
          />
        </div>
      ))}
    </div>
  );
}
