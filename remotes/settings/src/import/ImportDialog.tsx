import { useEffect, useRef } from 'react';
import { MESSAGES } from '@space/domain';
import { Button, Dialog, DialogActions, Notice } from '@space/ui';
import styles from './ImportDialog.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { countTasks } from './countTasks.ts';
import { importStore, useImport } from './useImport.ts';

export const { open: openFile, close: closeImport } = importStore.getState();

/** The steps of an import: reading the file, the preview, the progress and the result. */
export function ImportDialog() {
  const phase = useImport((state) => state.phase);
  const fileName = useImport((state) => state.fileName);
  const message = useImport((state) => state.message);
  const canRetry = useImport((state) => state.canRetry);
  const count = useImport((state) => state.plan?.toAdd.length ?? 0);
  const retry = useImport((state) => state.retry);
  const start = useImport((state) => state.start);
  const stop = useImport((state) => state.stop);
  const close = useImport((state) => state.close);
  const closeButton = useRef<HTMLButtonElement>(null);
  const isSending = phase === 'sending';

  // The button that started the import is gone, so the focus moves to Close.
  useEffect(() => {
    if (phase === 'done') closeButton.current?.focus();
  }, [phase]);

  if (phase === 'closed') return null;
  return (
    <Dialog title="Import tasks" isBusy={isSending} onClose={close}>
      <p className={styles.file}>{fileName}</p>
      {phase === 'reading' && <p role="status">Reading the file…</p>}
      {phase === 'unreadable' && (
        <Notice tone="danger" role="alert">
          <p>{message}</p>
        </Notice>
      )}
      {phase === 'preview' && <ImportPreview />}
      {(isSending || phase === 'stopped' || phase === 'done') && <ImportProgress />}
      <DialogActions>
        <Button ref={closeButton} onClick={isSending ? stop : close}>
          {isSending ? 'Stop' : phase === 'reading' || phase === 'preview' ? 'Cancel' : 'Close'}
        </Button>
        {canRetry && <Button onClick={() => void retry()}>{MESSAGES.remotes.retry}</Button>}
        {count > 0 && phase !== 'done' && (
          <Button look="primary" isBusy={isSending} onClick={() => void start()}>
            {isSending ? 'Importing…' : phase === 'stopped' ? 'Go on' : `Import ${countTasks(count)}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
