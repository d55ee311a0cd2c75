import { authError } from '../gateway/errorResponses.ts';
import { emailOf, textOf, type Call, type Handle } from '../gateway/call.ts';
import { refuseLongPassword } from './passwordRules.ts';
import { findAccount, type AuthParts } from './parts.ts';

/** Issues tokens: for a password, for a refresh token, and for the code of a sign-in with Google. */
export function createToken(parts: AuthParts): Handle {
  const { library, query } = parts;
  const signIn = createSignIn(parts);

  /** A refresh token that is used twice was probably stolen: its session is deleted, which invalidates its access tokens. */
  async function refresh(call: Call): Promise<Response> {
    const response = await library(call);
    if (response.status === 400 && response.headers.get('X-Sb-Error-Code') === 'refresh_token_already_used')
      await query(
        'delete from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1)',
        [textOf(call, 'refresh_token')],
      );
    return response;
  }

  return function token(call) {
    const grant = call.query.get('grant_type');
    if (grant === 'password') return signIn(call);
    return grant === 'refresh_token' ? refresh(call) : library(call);
  };
}

/** Signs in with a password. The gateway has counted the attempt. It takes equally long if the address has no account. */
function createSignIn(parts: AuthParts): Handle {
  const { library, hashing, guesses, knownAddresses } = parts;

  return async function signIn(call) {
    const email = emailOf(call);
    const password = textOf(call, 'password');
    if (email === '' || password === '')
      return authError(
        400,
        'validation_failed',
        'You must provide either an email or phone number and a password',
      );
    const account = await findAccount(parts, email);
    const isRight = await hashing.matches(password, account?.encryptedPassword ?? null);
    // bcrypt reads the first 72 bytes only.
    if (!isRight || refuseLongPassword(password))
      return authError(400, 'invalid_credentials', 'Invalid login credentials');
    await guesses.giveBack(call);
    const response = await library({ ...call, body: { email, password } });
    if (response.ok) knownAddresses.add(email, call.address);
    return response;
  };
}
