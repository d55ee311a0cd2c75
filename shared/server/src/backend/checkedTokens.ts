import type { ApiKeyResolver } from '@supabase/lite';
import type { Secrets } from './secrets.ts';

/** The claims of a token whose signature, expiry and session have been checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** Keyed by the request object, so that nothing a client sends can add claims. */
const claimsByRequest = new WeakMap<Request, Claims>();

/** Records the claims that the gateway has checked. Lite would check the token twice more, with two database queries. */
export function setClaims(request: Request, claims: Claims): void {
  claimsByRequest.set(request, claims);
}

/** Creates lite's resolver of API keys. The publishable key grants the recorded claims, or the role anon. */
export function createKeys({ publishableKey, secretKey }: Secrets): { resolver: ApiKeyResolver } {
  return {
    async resolver(key, context) {
      const claims = claimsByRequest.get(context.req.raw) ?? { role: 'anon' };
      if (key === publishableKey) return { type: 'publishable', claims: { ...claims } };
      return key === secretKey ? { type: 'secret', claims: { role: 'service_role' } } : null;
    },
  };
}
