import { randomUUID } from 'node:crypto';
import { tooMany } from '../gateway/errorResponses.ts';
import { emailOf, textOf, type Call, type Handle } from '../gateway/call.ts';
import { refuseCredentials } from './passwordRules.ts';
import { findAccount, type AuthParts } from './parts.ts';

/** If addresses must be confirmed, every sign-up gets the same response; only the mail says more (rule account-secrecy). */
export function createSignUp(parts: AuthParts): Handle {
  const { library, hashing, links, limits, confirmEmail, knownAddresses } = parts;

  async function signUpToConfirm(call: Call, email: string, password: string): Promise<Response | null> {
    const seconds = await limits.take('mail-account', email);
    if (seconds !== null) return tooMany(call.endpoint.path, 'mails', seconds);
    if (await findAccount(parts, email)) {
      await hashing.make(password); // takes as long as creating an account
    } else {
      const created = await library(call);
      if (!created.ok) return created;
    }
    await links.send('signup', email);
    return null;
  }

  return async function signUp(call) {
    const email = emailOf(call);
    const password = textOf(call, 'password');
    const refusal = refuseCredentials(email, password);
    if (refusal) return refusal;
    const cleaned = { ...call, body: { email, password } };
    if (!confirmEmail) {
      const response = await library(cleaned);
      if (response.ok) knownAddresses.add(email, call.address);
      return response;
    }
    return (await signUpToConfirm(cleaned, email, password)) ?? Response.json(userToConfirm(email));
  };
}

/** GoTrue's response for an address that is taken: a made-up user without identities. */
function userToConfirm(email: string): Record<string, unknown> {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
