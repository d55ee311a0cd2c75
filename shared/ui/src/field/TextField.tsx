import { type ComponentProps, type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import styles from './TextField.module.css';

/** The props of every kind of field, besides those of its input. */
export interface FieldProps {
  label: string;
  /** Shown under the field and announced with it. */
  error?: string | undefined;
  hint?: string;
}

/** The props that connect an input to its label, hint and error; spread them onto the input. */
interface FieldInputProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** Ids of other elements that describe the input. */
  describedBy?: string | undefined;
  children: (input: FieldInputProps) => ReactNode;
}

/** The label, hint and error of a field around its input, connected for assistive technology. */
export function Field({ label, error, hint, describedBy, children }: FieldFrameProps) {
  const id = useId();
  const describers = [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describers || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

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

/** A field for the email of an account, marked as the username for password managers. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'name' | 'type' | 'autoComplete'>) {
  return (
    <TextField
      {...props}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
