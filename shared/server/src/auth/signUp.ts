import { randomUUID } from 'node:crypto';
import { tooMany } from '../gateway/answers.ts';
import { emailOf, textOf, type Call, type Handle } from '../gateway/call.ts';
import { refuseCredentials } from './passwordRules.ts';
import { findAccount, type AuthParts } from './parts.ts';

/** Where addresses must be confirmed, all get one answer; the mail tells their owner more (rule account-secrecy). */
export function createSignUp(parts: AuthParts): Handle {
  const { library, hashing, links, limits, confirmEmail, knownAddresses } = parts;

  async function begin(call: Call, email: string, password: string): Promise<Response | null> {
    const seconds = await limits.take('mail-account', email);
    if (seconds !== null) return tooMany(call.endpoint.path, 'mails', seconds);
    if (await findAccount(parts, email)) {
      await hashing.make(password); // as long as the other way
    } else {
      const made = await library(call);
      if (!made.ok) return made;
    }
    await links.send('signup', email);
    return null;
  }

  return async function signUp(call) {
    const email = emailOf(call);
    const password = textOf(call, 'password');
    const refusal = refuseCredentials(email, password);
    if (refusal) return refusal;
    const tidy = { ...call, body: { email, password } };
    if (!confirmEmail) {
      const answer = await library(tidy);
      if (answer.ok) await knownAddresses.add(email, call.address);
      return answer;
    }
    return (await begin(tidy, email, password)) ?? Response.json(userToConfirm(email));
  };
}

/** What GoTrue answers for an address that is taken: a user that does not exist, without identities. */
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
