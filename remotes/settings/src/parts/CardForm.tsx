import type { ComponentProps } from 'react';
import { Button } from '@space/ui';
import styles from './CardForm.module.css';

interface CardFormProps extends Pick<ComponentProps<'form'>, 'onSubmit' | 'onReset' | 'children'> {
  submitLabel: string;
  isBusy: boolean;
}

/** The form of a card. It checks its fields itself (rule account-input), so the browser's validation is off. */
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
