/** The word to type if the account has no email address. */
export const CONFIRMATION_WORD = 'DELETE';

/**
 * Takes the typed text and the email address of the account; returns whether the text confirms the deletion. Case and
 * surrounding spaces are ignored.
 */
export function isConfirmed(typed: string, email: string | null): boolean {
  return typed.trim().toLowerCase() === (email ?? CONFIRMATION_WORD).toLowerCase();
}
