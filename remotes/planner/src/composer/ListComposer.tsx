import { useId } from 'react';
import { MESSAGES, type DayKey } from '@space/domain';
import { Button } from '@space/ui';
import editorStyles from '../editing/LineEditor.module.css';
import styles from './Composer.module.css';
import type { ListDraft } from './lists.ts';
import { useList } from './useList.ts';

interface ListComposerProps {
  day: DayKey;
  draft: ListDraft;
  onOneLine: (text: string, emoji: string | null) => void;
  /** Called when all tasks were added: the composer stays open for the next one. */
  onAdded: () => void;
  close: () => void;
}

/** The composer for several pasted lines: a field with one task in each line (rule task-lists). */
export function ListComposer(props: ListComposerProps) {
  const { count, refused, isTooLong, isSaving, makeOneLine, formProps, fieldProps } = useList(props);
  const problemsId = useId();
  const hasProblems = refused.length > 0 || isTooLong;
  return (
    <form {...formProps} className={styles.composer} data-print="off">
      <textarea
        {...fieldProps}
        dir="auto"
        className={`${editorStyles.input} ${styles.list}`}
        aria-label="New tasks, one in each line"
        aria-describedby={hasProblems ? problemsId : undefined}
        rows={Math.min(8, Math.max(3, count))}
        autoComplete="off"
        enterKeyHint="done"
      />
      {hasProblems && (
        <ul id={problemsId} className={styles.problems}>
          {isTooLong && <li>{MESSAGES.tasks.listTooLong}</li>}
          {refused.map(({ id, source, message }) => (
            <li key={id}>
              <q className={styles.source} dir="auto">
                {source}
              </q>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" isBusy={isSaving}>
          {count === 1 ? 'Add 1 task' : `Add ${count} tasks`}
        </Button>
        <Button isBusy={isSaving} onClick={makeOneLine}>
          One line
        </Button>
      </div>
    </form>
  );
}
