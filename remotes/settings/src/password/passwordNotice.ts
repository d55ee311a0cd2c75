import { MESSAGES, authNotice } from '@space/domain';

/**
 * Takes why a password was not changed; returns the notice. Where the server judged the password (too long in bytes,
 * the same as before, too weak) its reason is what helps (D-14); anything else is our own sentence.
 */
export function passwordNotice(error: { kind: string; code?: string; message: string }): string {
  const { changeFailed } = MESSAGES.password;
  return error.kind === 'rejected' ? authNotice(error, changeFailed) : changeFailed;
}
