import { useEffect } from 'react';
import { pauseTask } from '../board/add.ts';
import parts from '../parts/parts.module.css';
import styles from './LineEditor.module.css';
import { useEditor, type EditorOptions } from './useEditor.ts';

interface LineEditorProps extends EditorOptions {
  label: string;
  placeholder?: string;
}

/** One line of text, edited in place. */
export function LineEditor({ label, placeholder, ...options }: LineEditorProps) {
  const { formProps, inputProps, error } = useEditor(options);
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
