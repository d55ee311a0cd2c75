import * as z from 'zod';
import { authError, tooMany } from '../gateway/answers.ts';
import { emailOf, textOf, type Call, type Handle } from '../gateway/call.ts';
import type { LinkKind } from '../mail/linkMail.ts';
import { hashOfToken } from './mailLinks.ts';
import type { AuthParts } from './parts.ts';
import { refuseEmail } from './passwordRules.ts';

/** The limit counts for the address as written, with or without an account; over it, a link on its way stays good. */
export function createMailRequest({ links, limits }: AuthParts, kind: LinkKind): Handle {
  return async function requestMail(call: Call) {
    const email = emailOf(call);
    const refusal = refuseEmail(email);
    if (refusal) return refusal;
    const seconds = await limits.take('mail-account', email);
    if (seconds !== null) return tooMany(call.endpoint.path, 'mails', seconds);
    await links.send(kind, email);
    return Response.json({});
  };
}

const SIGNED_IN = z.object({ user: z.object({ email: z.string() }) });

/** A link proves the address, so this address counts as known. */
export function createVerify({ library, knownAddresses }: AuthParts): Handle {
  return async function verify(call) {
    const type = textOf(call, 'type');
    // The only links that this server sends.
    if (type !== 'signup' && type !== 'recovery')
      return authError(403, 'otp_expired', 'Email link is invalid or has expired');
    const answer = await library({
      ...call,
      body: { token_hash: hashOfToken(textOf(call, 'token_hash')), type },
    });
    const { data } = SIGNED_IN.safeParse(answer.ok ? await answer.clone().json() : null);
    if (data) await knownAddresses.add(data.user.email, call.address);
    return answer;
  };
}
