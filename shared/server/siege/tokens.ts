import { createHmac } from 'node:crypto';
import type { Site } from './site.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any head and claims, signed with any secret (null: not at all). */
function forge(head: object, claims: object, secret: string | null): string {
  const now = Math.floor(Date.now() / 1000);
  const content = `${encode({ typ: 'JWT', ...head })}.${encode({ iat: now, exp: now + 3600, ...claims })}`;
  const signature = secret === null ? '' : createHmac('sha256', secret).update(content).digest('base64url');
  return `${content}.${signature}`;
}

/** Values of the header Authorization that belong to no session, by name. */
export function tokensOf({ server, anna, bert }: Site): Readonly<Record<string, string>> {
  const [, payload = ''] = anna.token.split('.');
  // As the server itself wrote them.
  const own = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const [, bertsPayload = ''] = bert.token.split('.');
  const berts = JSON.parse(Buffer.from(bertsPayload, 'base64url').toString()) as Record<string, unknown>;
  const { jwtSecret } = server;
  const signed = (claims: object, head: object = { alg: 'HS256' }, secret: string | null = jwtSecret) =>
    `Bearer ${forge(head, { ...own, ...claims }, secret)}`;
  const [head, body, signature = ''] = anna.token.split('.');
  return {
    'no token': '',
    'the publishable key as token': `Bearer ${server.publishableKey}`,
    'the secret key as token': `Bearer ${server.secretKey}`,
    'alg none': signed({}, { alg: 'none' }, null),
    'alg None with a signature': signed({}, { alg: 'None' }),
    'alg HS512': signed({}, { alg: 'HS512' }),
    'alg RS256': signed({}, { alg: 'RS256' }),
    "Supabase's known secret": signed(
      {},
      { alg: 'HS256' },
      'super-secret-jwt-token-with-at-least-32-characters-long',
    ),
    'an empty secret': signed({}, { alg: 'HS256' }, ''),
    'the publishable key as secret': signed({}, { alg: 'HS256' }, server.publishableKey),
    'an unknown critical head': signed({}, { alg: 'HS256', crit: ['x'], x: 1 }),
    'no signature': `Bearer ${head}.${body}.`,
    'a signature with a letter changed': `Bearer ${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'the claims of another': `Bearer ${head}.${encode({ ...own, sub: bert.id })}.${signature}`,
    'an expired token': signed({ exp: Math.floor(Date.now() / 1000) - 10 }),
    'a token for later': signed({ nbf: Math.floor(Date.now() / 1000) + 3600 }),
    'role service_role': signed({ role: 'service_role' }),
    'role anon': signed({ role: 'anon' }),
    'role postgres': signed({ role: 'postgres' }),
    'another audience': signed({ aud: 'admin' }),
    'no session': signed({ session_id: undefined }),
    'a session that never was': signed({ session_id: '00000000-0000-4000-8000-000000000000' }),
    "another's session": signed({ session_id: berts['session_id'] }),
    'a session that is SQL': signed({ session_id: "' or true --" }),
    'a user who is no UUID': signed({ sub: 'anna' }),
    'no user': signed({ sub: undefined }),
    'another scheme': `Basic ${Buffer.from(`anna:${anna.token}`).toString('base64')}`,
    'two tokens': `Bearer ${anna.token}, Bearer ${anna.token}`,
    'a token of 6,000 characters': `Bearer ${'a'.repeat(6000)}`,
  };
}
