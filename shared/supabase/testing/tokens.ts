/// <reference types="node" />
import { createHmac } from 'node:crypto';
import { SESSION_KEY } from '../src/storedSession.ts';

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
  const session: unknown = JSON.parse(storage.getItem(SESSION_KEY) ?? 'null');
  if (!isSession(session)) throw new Error('There is no session to spoil');
  const now = Math.floor(Date.now() / 1000);
  const [header = '', payload = ''] = session.access_token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Object.assign({}, claims, { exp: now + expiresIn });
  const unsigned = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  const token = `${unsigned}.${createHmac('sha256', jwtSecret).update(unsigned).digest('base64url')}`;
  storage.setItem(
    SESSION_KEY,
    JSON.stringify({
      ...session,
      access_token: token,
      expires_at: now + (spoiling.saysExpiresIn ?? expiresIn),
      refresh_token: spoiling.refreshToken ?? session.refresh_token,
    }),
  );
  return token;
}

function isSession(value: unknown): value is { access_token: string; refresh_token: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'access_token' in value &&
    typeof value.access_token === 'string' &&
    'refresh_token' in value &&
    typeof value.refresh_token === 'string'
  );
}
