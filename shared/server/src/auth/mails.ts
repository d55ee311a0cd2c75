import * as z from 'zod';
import { authError, tooMany } from '../gateway/errorResponses.ts';
import { emailOf, textOf, type Call, type Handle } from '../gateway/call.ts';
import { hashOfToken, type LinkKind } from './mailLinks.ts';
import type { AuthParts } from './parts.ts';
import { refuseEmail } from './passwordRules.ts';

/** The limit applies to every address, with or without an account. A refused request leaves earlier links valid. */
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

/** A valid link proves who is asking, so the client's IP address becomes a known one of the account. */
export function createVerify({ library, knownAddresses }: AuthParts): Handle {
  return async function verify(call) {
    const type = textOf(call, 'type');
    // This server sends no other kinds of links.
    if (type !== 'signup' && type !== 'recovery')
      return authError(403, 'otp_expired', 'Email link is invalid or has expired');
    const response = await library({
      ...call,
      body: { token_hash: hashOfToken(textOf(call, 'token_hash')), type },
    });
    const { data } = SIGNED_IN.safeParse(response.ok ? await response.clone().json() : null);
    if (data) knownAddresses.add(data.user.email, call.address);
    return response;
  };
}
