/// <reference types="node" />
import { createHmac } from 'node:crypto';
import { SESSION_KEY, parseSession } from '../src/storedSession.ts';

export interface Spoiling {
  jwtSecret: string;
  /** When the access token ends, in seconds from now. */
  expiresIn: number;
  /** What the session says about that; the same unless given. */
  saysExpiresIn?: number;
  /** Another refresh token, for one the server refuses. */
  refreshToken?: string;
}

/** Makes a stored session end at another time, with a token the server itself would have signed. */
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
