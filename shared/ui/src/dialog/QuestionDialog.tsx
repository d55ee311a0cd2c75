import { useRef, useState, type ComponentProps, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../button/Button.tsx';
import { TextField } from '../field/TextField.tsx';
import { Notice } from '../notice/Notice.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import styles from './QuestionDialog.module.css';

interface QuestionDialogProps {
  title: string;
  /** The consequences of confirming. */
  children: ReactNode;
  /** The props of the text field. */
  field: ComponentProps<typeof TextField>;
  /** Validates the typed text; returns an error message, or undefined. */
  check: (typed: string) => string | undefined;
  /** Runs the confirmed action. Returns the reason of a failure; undefined on success: the dialog is then removed. */
  send: (typed: string) => Promise<string | undefined>;
  /** The labels of the buttons: cancel, confirm, and confirm while the action runs. */
  words: readonly [no: string, yes: string, busy: string];
  look?: 'primary' | 'danger';
  onClose: () => void;
}

/** A confirmation dialog with a text field. Failures are shown in the dialog, which keeps the typed text: the page is inert. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { title, children, field, check, send, words, look = 'danger', onClose } = props;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [no, yes, busy] = words;

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const problem = check(typed);
    setFailure(undefined);
    setError(problem);
    if (problem !== undefined) return input.current?.focus();
    setIsBusy(true);
    const reason = await send(typed);
    if (reason === undefined) return;
    setIsBusy(false);
    setFailure(reason);
  };

  return (
    <Dialog title={title} isBusy={isBusy} onClose={onClose}>
      {children}
      <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          autoComplete="off"
          {...field}
          ref={input}
          value={typed}
          error={error}
          readOnly={isBusy}
          onChange={(event) => setTyped(event.target.value)}
        />
        {failure !== undefined && (
          <Notice tone="danger" role="alert">
            <p className={styles.failure}>{failure}</p>
          </Notice>
        )}
        <DialogActions>
          <Button isBusy={isBusy} onClick={onClose}>
            {no}
          </Button>
          <Button type="submit" look={look} isBusy={isBusy}>
            {isBusy ? busy : yes}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
