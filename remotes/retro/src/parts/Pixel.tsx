import {
  type ButtonHTMLAttributes,
  type HTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react';
import { Link } from '@space/platform';
import { PixelSprite } from '@space/ui';
import { EYE } from '../sprites/icons.ts';
import styles from './Pixel.module.css';

interface PixelButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  look?: 'primary' | 'quiet';
  /** Work is under way: clicks are ignored; the button keeps its size and its focus. */
  isBusy?: boolean;
}

export function PixelButton({
  look = 'quiet',
  isBusy = false,
  type = 'button',
  onClick,
  ...rest
}: PixelButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.bevel} ${styles.button}`}
      data-look={look}
      data-print="off"
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

interface PixelLinkProps {
  to: string;
  look?: 'primary' | 'quiet';
  'aria-describedby'?: string;
  children: ReactNode;
}

export function PixelLink({ look = 'quiet', ...rest }: PixelLinkProps) {
  return <Link {...rest} className={`${styles.bevel} ${styles.button}`} data-look={look} data-print="off" />;
}

interface PixelCardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section';
}

export function PixelCard({ as: Tag = 'div', className = '', ...rest }: PixelCardProps) {
  return <Tag {...rest} className={`${styles.bevel} ${styles.card} ${className}`} />;
}

export function PixelNotice({ children }: { children: ReactNode }) {
  return <div className={`${styles.bevel} ${styles.notice}`}>{children}</div>;
}

/** Placeholder blocks for content that is loading, lighting up in steps. They appear late: a fast response shows none. */
export function PixelSkeleton({ lines }: { lines: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}

interface PixelFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  children?: ReactNode;
}

export function PixelField({ label, error, ref, children, ...input }: PixelFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.pixelFieldLine}>
        <input
          {...input}
          ref={ref}
          id={id}
          className={`${styles.bevel} ${styles.input}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {children}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A field for a password, which can be shown while it is typed (WCAG 3.3.8). */
export function PixelPasswordField(props: Omit<PixelFieldProps, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <PixelField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    >
      <PixelButton aria-label="Show password" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        <PixelSprite frames={[EYE]} scale={2} />
      </PixelButton>
    </PixelField>
  );
}
