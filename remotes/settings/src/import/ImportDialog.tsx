import { useEffect, useRef } from 'react';
import { MESSAGES } from '@space/domain';
import { Button, Dialog, DialogActions, Notice } from '@space/ui';
import styles from './ImportDialog.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { countTasks } from './countTasks.ts';
import { importing, useImport } from './useImport.ts';

export const { choose: chooseFile, close: closeImport } = importing.getState();

/** From the chosen file to the tasks in the week: what is in it, what would come, how far it is, and how it went. */
export function ImportDialog() {
  const at = useImport((state) => state.at);
  const fileName = useImport((state) => state.fileName);
  const sentence = useImport((state) => state.sentence);
  const canRetry = useImport((state) => state.canRetry);
  const count = useImport((state) => state.plan?.toAdd.length ?? 0);
  const retry = useImport((state) => state.retry);
  const start = useImport((state) => state.start);
  const stop = useImport((state) => state.stop);
  const close = useImport((state) => state.close);
  const end = useRef<HTMLButtonElement>(null);
  const isSending = at === 'sending';

  // The button that began it is gone.
  useEffect(() => {
    if (at === 'done') end.current?.focus();
  }, [at]);

  if (at === 'closed') return null;
  return (
    <Dialog title="Import tasks" isBusy={isSending} onClose={close}>
      <p className={styles.file}>{fileName}</p>
      {at === 'reading' && <p role="status">Reading the file…</p>}
      {at === 'unreadable' && (
        <Notice tone="danger" role="alert">
          <p>{sentence}</p>
        </Notice>
      )}
      {at === 'preview' && <ImportPreview />}
      {(isSending || at === 'stopped' || at === 'done') && <ImportProgress />}
      <DialogActions>
        <Button ref={end} onClick={isSending ? stop : close}>
          {isSending ? 'Stop' : at === 'reading' || at === 'preview' ? 'Cancel' : 'Close'}
        </Button>
        {canRetry && <Button onClick={() => void retry()}>{MESSAGES.remotes.retry}</Button>}
        {count > 0 && at !== 'done' && (
          <Button look="primary" isBusy={isSending} onClick={() => void start()}>
            {isSending ? 'Importing…' : at === 'stopped' ? 'Go on' : `Import ${countTasks(count)}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
