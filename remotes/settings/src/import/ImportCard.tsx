import { useEffect, useId, useRef, useState, useTransition } from 'react';
import { MESSAGES, withReason } from '@space/domain';
import { notify } from '@space/platform';
import { Button, Card, Icon } from '@space/ui';
import styles from '../settings.module.css';
import type * as Parts from './ImportDialog.tsx';

/** The file types that the file picker offers. The format is detected from the contents of the file. */
const ACCEPTED = '.json,.ics,.csv,.wtdb,text/calendar,text/csv,application/json';

/** Imports tasks from other programs. The import code is loaded when a file is chosen. */
export function ImportCard({ userId }: { userId: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState<(typeof Parts & { job: Parts.Import }) | null>(null);
  const [isOpening, startOpening] = useTransition();

  // Also when the page is left: the user could no longer see or stop the import.
  useEffect(() => () => running?.job.close(), [running]);

  async function open(file: File): Promise<void> {
    try {
      const parts = await import('./ImportDialog.tsx');
      setRunning({ ...parts, job: parts.createImport(file, userId) });
    } catch {
      const reason = navigator.onLine ? null : MESSAGES.offline.reason;
      notify.error(withReason(MESSAGES.imports.readFailed, reason));
    }
  }

  const handleClick = () => input.current?.click();
  return (
    <Card title="Import" text="Bring your tasks along. You see what would come before anything is added.">
      <div className={styles.form}>
        <p id={id}>
          A file of Better Space (.json), a calendar (.ics), CSV of Todoist or TickTick, or a backup of
          WeekToDo (.wtdb).
        </p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to import"
          accept={ACCEPTED}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) startOpening(() => open(file));
            currentTarget.value = ''; // the same file can be chosen again
          }}
        />
        <Button aria-haspopup="dialog" aria-describedby={id} isBusy={isOpening} onClick={handleClick}>
          <Icon name="plus" />
          Choose a file…
        </Button>
      </div>
      {running && <running.ImportDialog job={running.job} />}
    </Card>
  );
}
