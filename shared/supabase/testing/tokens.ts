/// <reference types="node" />
import { createHmac } from 'node:crypto';
import { SESSION_KEY, parseSession } from '../src/storedSession.ts';

export interface Spoiling {
  jwtSecret: string;
  /** When the access token expires, in seconds from now. */
  expiresIn: number;
  /** The expiry that the stored session states, if it differs. */
  saysExpiresIn?: number;
  /** Another refresh token, for example one that the server refuses. */
  refreshToken?: string;
}

/** Changes the expiry of a stored session, with a token that is signed like the server's; returns the token. */
export function spoilSession(storage: Storage, { jwtSecret, expiresIn, ...spoiling }: Spoiling): string {
  const text = storage.getItem(SESSION_KEY) ?? '';
  const session = parseSession(text);
  if (!session) throw new Error('There is no session to spoil');
  const now = Math.floor(Date.now() / 1000);
  const [header = '', payload = ''] = session.accessToken.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Object.assign({}, claims, { exp: now + expiresIn });
  const unsigned = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  const token = `${unsigned}.${createHmac('sha256', jwtSecret).update(unsigned).digest('base64url')}`;
  storage.setItem(
    SESSION_KEY,
    JSON.stringify({
      ...Object(JSON.parse(text)),
      access_token: token,
      expires_at: now + (spoiling.saysExpiresIn ?? expiresIn),
      refresh_token: spoiling.refreshToken ?? session.refreshToken,
    }),
  );
  return token;
}
