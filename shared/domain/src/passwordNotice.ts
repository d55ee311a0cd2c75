import { authNotice } from './authNotice.ts';
import { MESSAGES } from './messages.ts';

/** Why a password was not changed: the fields of a BackendError. */
export interface PasswordFailure {
  kind: string;
  code?: string | undefined;
  status?: number | undefined;
  message: string;
}

/**
 * Takes why a password was not changed; returns the notice. Where the server judged the password (too long in bytes,
 * the same as before, too weak) its reason is what helps (D-14); anything else, a fault of the server included, is our
 * own sentence.
 */
export function passwordNotice({ kind, code, status = 400, message }: PasswordFailure): string {
  const { changeFailed } = MESSAGES.password;
  return kind === 'rejected' && status < 500 ? authNotice({ code, message }, changeFailed) : changeFailed;
}
