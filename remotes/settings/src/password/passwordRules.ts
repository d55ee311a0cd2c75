import { MESSAGES, newPasswordSchema, validate } from '@space/domain';

export interface PasswordRule {
  label: string;
  isMet: boolean;
}

const { tooShort, needsUppercase, needsLowercase, needsNumber } = MESSAGES.password;

const RULES = [
  { message: tooShort, label: 'At least 8 characters' },
  { message: needsUppercase, label: 'An uppercase letter' },
  { message: needsLowercase, label: 'A lowercase letter' },
  { message: needsNumber, label: 'A number' },
];

/** What a new password needs (rule account-input), and which of it is there yet. The form's own schema decides. */
export function passwordRules(password: string): PasswordRule[] {
  const checked = validate(newPasswordSchema, { password, confirm: password });
  const broken = checked.ok ? [] : checked.issues.map((issue) => issue.message);
  return RULES.map(({ message, label }) => ({ label, isMet: password !== '' && !broken.includes(message) }));
}
