import { authError } from '../gateway/errorResponses.ts';
import { textOf, type Handle } from '../gateway/call.ts';
import { refusePassword } from './passwordRules.ts';
import type { AuthParts } from './parts.ts';

/** The other sessions and the unused links to a new password end in the same statement (rule password-change). */
const CHANGE_PASSWORD_SQL = `
  with changed as (
    update auth.users set encrypted_password = $2, recovery_token = null, recovery_sent_at = null, updated_at = now()
    where id = $1 returning id
  )
  delete from auth.sessions where user_id in (select id from changed) and id <> $3`;

export function createChangePassword({ library, query, hashing }: AuthParts): Handle {
  return async function changePassword(call) {
    const { session } = call;
    const password = textOf(call, 'password');
    const refusal = refusePassword(password);
    if (refusal || session === null)
      return refusal ?? authError(401, 'no_authorization', 'Auth session missing!');
    const [account] = await query('select encrypted_password from auth.users where id = $1', [
      session.userId,
    ]);
    const encrypted = account?.['encrypted_password'];
    if (typeof encrypted === 'string' && (await hashing.matches(password, encrypted)))
      return authError(422, 'same_password', 'New password should be different from the old password.');
    await query(CHANGE_PASSWORD_SQL, [session.userId, await hashing.make(password), session.sessionId]);
    return library({ ...call, endpoint: { ...call.endpoint, method: 'GET' }, body: null });
  };
}
