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

/** Returns the requirements of a new password and whether each is met, by the form's schema (rule account-input). */
export function passwordRules(password: string): PasswordRule[] {
  const checked = validate(newPasswordSchema, { password, confirm: password });
  const broken = checked.ok ? [] : checked.issues.map((issue) => issue.message);
  return RULES.map(({ message, label }) => ({ label, isMet: password !== '' && !broken.includes(message) }));
}
