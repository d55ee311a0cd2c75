import type { ApiKeyResolver } from '@supabase/lite';
import type { Secrets } from './secrets.ts';

/** What a token says, once its signature, its time and its session are checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** By the request itself: nothing that a client sends comes in here. */
const checked = new WeakMap<Request, Claims>();

/** Notes whose request it is. The gateway has found that out; lite would do it twice more, with two questions to the database. */
export function noteClaims(request: Request, claims: Claims): void {
  checked.set(request, claims);
}

/** Tells lite who asks with a key: for a request without a token that is the one whose claims were noted, or no one. */
export function createKeys({ publishableKey, secretKey }: Secrets): { resolver: ApiKeyResolver } {
  return {
    async resolver(key, context) {
      const claims = checked.get(context.req.raw) ?? { role: 'anon' };
      if (key === publishableKey) return { type: 'publishable', claims: { ...claims } };
      return key === secretKey ? { type: 'secret', claims: { role: 'service_role' } } : null;
    },
  };
}
