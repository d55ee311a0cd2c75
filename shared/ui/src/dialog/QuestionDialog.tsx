import { useRef, useState, type ComponentProps, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../button/Button.tsx';
import { TextField } from '../field/TextField.tsx';
import { Notice } from '../notice/Notice.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';
import styles from './QuestionDialog.module.css';

interface QuestionDialogProps {
  title: string;
  /** What follows from a yes. */
  children: ReactNode;
  /** What is typed along with the answer. */
  field: ComponentProps<typeof TextField>;
  /** What is wrong with what was typed, if anything. */
  check: (typed: string) => string | undefined;
  /** Does what was asked about. Returns why it could not be done, or undefined; the dialog is then gone. */
  send: (typed: string) => Promise<string | undefined>;
  /** The buttons: no, yes, and yes while it is being done. */
  words: readonly [no: string, yes: string, busy: string];
  look?: 'primary' | 'danger';
  onClose: () => void;
}

/** A question whose answer needs a word. Failures are told in here, where what was typed stays: the page is out of reach. */
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
    const wrong = check(typed);
    setFailure(undefined);
    setError(wrong);
    if (wrong !== undefined) return input.current?.focus();
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
