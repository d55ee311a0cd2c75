import { useEffect, useRef } from 'react';
import { IMPORT_MESSAGES, MESSAGES, PATHS, countAdded, weekStartOf, withReason } from '@space/domain';
import { useToday } from '@space/platform';
import { Button, ButtonLink, Dialog, DialogActions, Notice } from '@space/ui';
import { ImportPreview, ItemList, countTasks } from './ImportPreview.tsx';
import styles from '../settings.module.css';
import { closeImport, retryImport, startImport, stopImport, useImport } from './importStore.ts';

export { closeImport, openFile } from './importStore.ts';

/** The steps of an import: reading the file, the preview, the progress and the result. */
export function ImportDialog() {
  const { phase, fileName, reason, canRetry, plan } = useImport();
  const closeButton = useRef<HTMLButtonElement>(null);
  const isSending = phase === 'sending';
  const count = plan?.toAdd.length ?? 0;

  // The button that started the import is gone, so the focus moves to Close.
  useEffect(() => {
    if (phase === 'done') closeButton.current?.focus();
  }, [phase]);

  if (phase === 'closed') return null;
  return (
    <Dialog title="Import tasks" isBusy={isSending} onClose={closeImport}>
      <p className={styles.muted}>{fileName}</p>
      {phase === 'reading' && <p role="status">Reading the file…</p>}
      {phase === 'unreadable' && (
        <Notice tone="danger" role="alert">
          <p>{reason}</p>
        </Notice>
      )}
      {phase === 'preview' && <ImportPreview />}
      {(isSending || phase === 'stopped' || phase === 'done') && <ImportProgress />}
      <DialogActions>
        <Button ref={closeButton} onClick={isSending ? stopImport : closeImport}>
          {isSending ? 'Stop' : phase === 'reading' || phase === 'preview' ? 'Cancel' : 'Close'}
        </Button>
        {canRetry && <Button onClick={retryImport}>{MESSAGES.remotes.retry}</Button>}
        {count > 0 && phase !== 'done' && (
          <Button look="primary" isBusy={isSending} onClick={startImport}>
            {isSending ? 'Importing…' : phase === 'stopped' ? 'Go on' : `Import ${countTasks(count)}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The progress of an import, and its result. */
function ImportProgress() {
  const { phase, plan, added, refused, isPausing, reason } = useImport();
  const today = useToday();
  const count = plan?.toAdd.length ?? 0;
  const done = added + refused.length;
  const days = (plan?.toAdd ?? []).map(({ task_date }) => task_date).sort();
  // The earliest from today on; if there is none, the latest before.
  const day = days.find((each) => each >= today) ?? days.at(-1);

  return (
    <>
      {phase !== 'done' && (
        <div className={styles.progress}>
          <progress aria-label="Tasks added" value={done} max={count} />
          <span>{`${done} of ${count}`}</span>
        </div>
      )}
      {phase === 'sending' && isPausing && <p role="status">{IMPORT_MESSAGES.waiting}</p>}
      {phase === 'stopped' && (
        <Notice tone="danger" role="alert">
          <p>{withReason(IMPORT_MESSAGES.stopped(added, count), reason)}</p>
        </Notice>
      )}
      {phase === 'done' && (
        <Notice tone={refused.length === 0 ? 'success' : 'danger'} role="status">
          <p>{refused.length === 0 ? countAdded(added) : IMPORT_MESSAGES.partly(added, count)}</p>
        </Notice>
      )}
      <ItemList summary={`Refused (${refused.length})`} isOpen items={refused} />
      {phase === 'done' && added > 0 && day && (
        <p>
          <ButtonLink to={`${PATHS.dashboard}?week=${weekStartOf(day)}`}>Show the week</ButtonLink>
        </p>
      )}
    </>
  );
}
