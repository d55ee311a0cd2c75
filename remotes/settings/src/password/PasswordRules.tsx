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
    <div id={id}>
      {/* In words, not as the list's name: a description reads the name in the place of what is in the list. */}
      <VisuallyHidden>A new password needs:</VisuallyHidden>
      <ul className={styles.rules}>
        {passwordRules(password).map(({ label, isMet }) => (
          <li key={label} data-met={isMet || undefined}>
            <Icon name={isMet ? 'check' : 'circle'} size={16} />
            <VisuallyHidden>{isMet ? 'Done:' : 'Not yet:'}</VisuallyHidden> {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
