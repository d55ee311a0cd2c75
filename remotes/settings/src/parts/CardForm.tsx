import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '@space/ui';
import styles from './CardForm.module.css';

interface CardFormProps {
  submitLabel: string;
  isBusy: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** The form of a card. Its own rules speak (spec section 5), so the browser's are switched off. */
export function CardForm({ submitLabel, isBusy, onSubmit, children }: CardFormProps) {
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      {children}
      <Button type="submit" look="primary" isBusy={isBusy} className={styles.submit}>
        {submitLabel}
      </Button>
    </form>
  );
}
