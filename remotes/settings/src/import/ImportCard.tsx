import { useEffect, useId, useRef, useState, type ChangeEvent, type ComponentType } from 'react';
import { MESSAGES, withReason } from '@space/domain';
import { notify } from '@space/platform';
import { Button, Card, Icon } from '@space/ui';
import styles from './ImportCard.module.css';

interface ImportCardProps {
  userId: string;
}

interface Parts {
  ImportDialog: ComponentType;
  closeImport: () => void;
}

/** The file types that the file picker offers. The format is detected from the contents of the file (readFile.ts). */
const ACCEPTED = '.json,.ics,.csv,.wtdb,text/calendar,text/csv,application/json';

/** Imports tasks from other programs (rule import-files). The import code is loaded when a file is chosen. */
export function ImportCard({ userId }: ImportCardProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [parts, setParts] = useState<Parts | null>(null);
  const [isOpening, setIsOpening] = useState(false);

  // Stops the import when the page is left: the user could no longer see or stop it.
  useEffect(() => () => parts?.closeImport(), [parts]);

  async function open(file: File): Promise<void> {
    setIsOpening(true);
    try {
      const dialog = await import('./ImportDialog.tsx');
      setParts(dialog);
      void dialog.openFile(file, userId);
    } catch {
      const reason = navigator.onLine ? null : MESSAGES.offline.reason;
      notify.error(withReason(MESSAGES.imports.readFailed, reason));
    } finally {
      setIsOpening(false);
    }
  }

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const file = currentTarget.files?.[0];
    if (file) void open(file);
    currentTarget.value = ''; // the same file can be chosen again
  }

  return (
    <Card title="Import" text="Bring your tasks along. You see what would come before anything is added.">
      <p id={id} className={styles.files}>
        A file of Better Space (.json), a calendar (.ics), CSV of Todoist or TickTick, or a backup of WeekToDo
        (.wtdb).
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept={ACCEPTED}
        onChange={handleChange}
      />
      <Button
        aria-haspopup="dialog"
        aria-describedby={id}
        isBusy={isOpening}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" />
        Choose a file…
      </Button>
      {parts && <parts.ImportDialog />}
    </Card>
  );
}
