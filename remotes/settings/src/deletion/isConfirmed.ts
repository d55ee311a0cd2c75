/** What is typed where an account has no address. */
export const CONFIRMING_WORD = 'DELETE';

/**
 * Takes what was typed and the account's address; returns whether it confirms the deletion. Case and spaces around it do
 * not matter.
 */
export function isConfirmed(typed: string, email: string | null): boolean {
  return typed.trim().toLowerCase() === (email ?? CONFIRMING_WORD).toLowerCase();
}
