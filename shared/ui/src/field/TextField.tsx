import type { InputHTMLAttributes, Ref } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import styles from './TextField.module.css';

interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  ref?: Ref<HTMLInputElement>;
}

/** A labelled text field. */
export function TextField({ label, error, hint, ref, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} {...(hint && { hint })} describedBy={input['aria-describedby']}>
      {(inputProps) => <input dir="auto" {...input} {...inputProps} ref={ref} className={styles.input} />}
    </Field>
  );
}
