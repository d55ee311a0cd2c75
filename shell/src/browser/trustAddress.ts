/** The part of Trusted Types that is used here; TypeScript's DOM types do not have it yet. */
interface Policy {
  createScriptURL(address: string): string;
}
type CreatePolicy = (name: string, rules: Policy) => Policy;

/**
 * Returns the address of a worker as a trusted value, which a site with `require-trusted-types-for` demands. Each worker
 * has a policy of its own, with a name that the site allows (shared/store/src/headers.ts), for its one address. A
 * policy can be created only once: the caller caches the result. Throws if a proxy in front of the site forbids the policy.
 */
export function trustAddress(policy: string, worker: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: CreatePolicy } };
  const rules = { createScriptURL: () => worker };
  return trustedTypes?.createPolicy(policy, rules).createScriptURL(worker) ?? worker;
}
