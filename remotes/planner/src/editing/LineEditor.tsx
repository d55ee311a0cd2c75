import { useEffect } from 'react';
import type { Outcome } from '@space/domain';
import { pauseTask } from '../board/add.ts';
import parts from '../parts/parts.module.css';
import styles from './LineEditor.module.css';
import { useEditor } from './useEditor.ts';

interface LineEditorProps {
  label: string;
  initial?: string;
  placeholder?: string;
  save: (text: string) => Promise<Outcome>;
  /** As in `useEditor`. */
  next?: (text: string) => Outcome;
  close: () => void;
}

/** One line of text, edited in place. */
export function LineEditor({ label, initial = '', placeholder, save, next, close }: LineEditorProps) {
  const { formProps, inputProps, error } = useEditor({ initial, save, next, close });
  return (
    <form {...formProps} className={`${parts.stack} ${styles.form}`}>
      <input
        {...inputProps}
        type="text"
        dir="auto"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        enterKeyHint="done"
      />
      {error && <p {...error} className={parts.error} />}
    </form>
  );
}

/** The title of a task, edited in place: meanwhile the task stays as it is. */
export function TitleEditor({ id, ...props }: Omit<LineEditorProps, 'label'> & { id: string }) {
  useEffect(() => pauseTask(id), [id]);
  return <LineEditor {...props} label="Task title" />;
}
