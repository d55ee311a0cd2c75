import { Icon, VisuallyHidden } from '@space/ui';
import { passwordRules } from './passwordRules.ts';
import styles from './PasswordRules.module.css';

interface PasswordRulesProps {
  /** The field is described by it. */
  id: string;
  password: string;
}

/** What a new password needs, ticked off while it is typed: help, not errors. Those come with the button. */
export function PasswordRules({ id, password }: PasswordRulesProps) {
  return (
    <ul id={id} className={styles.rules} aria-label="A new password needs">
      {passwordRules(password).map(({ label, isMet }) => (
        <li key={label} data-met={isMet || undefined}>
          <Icon name={isMet ? 'check' : 'circle'} size={16} />
          {label}
          <VisuallyHidden>{isMet ? ': done.' : '.'}</VisuallyHidden>
        </li>
      ))}
    </ul>
  );
}
