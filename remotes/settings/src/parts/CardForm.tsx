import type { ComponentProps } from 'react';
import { Button } from '@space/ui';
import styles from './CardForm.module.css';

interface CardFormProps extends Pick<ComponentProps<'form'>, 'onSubmit' | 'onReset' | 'children'> {
  submitLabel: string;
  isBusy: boolean;
}

/** The form of a card. Its own rules speak (rule account-input), so the browser's are switched off. */
export function CardForm({ submitLabel, isBusy, children, ...form }: CardFormProps) {
  return (
    <form {...form} className={styles.form} noValidate>
      {children}
      <Button type="submit" look="primary" isBusy={isBusy} className={styles.submit}>
        {submitLabel}
      </Button>
    </form>
  );
}
