import { Icon, VisuallyHidden } from '@space/ui';
import { passwordRules } from './passwordRules.ts';
import styles from './PasswordRules.module.css';

interface PasswordRulesProps {
  /** Referenced by the `aria-describedby` of the field. */
  id: string;
  password: string;
}

/** The requirements of a new password, ticked off while the user types. Errors appear only on submit. */
export function PasswordRules({ id, password }: PasswordRulesProps) {
  return (
    <div id={id}>
      {/* Not the `aria-label` of the list: a description would read the label instead of the items. */}
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
