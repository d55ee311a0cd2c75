/** The part of Trusted Types that is needed; TypeScript's DOM types do not have it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string;
  };
}

/**
 * A worker's address must be trusted where the site demands it (`require-trusted-types-for`). Each worker has a policy, by
 * a name that the site allows (shared/store/src/securityHeaders.ts), which lets its one address through. A policy can be
 * made only once: keep what comes back. Throws where someone in front of the site forbids it.
 */
export function trustAddress(policy: string, worker: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const rules = {
    createScriptURL(address: string) {
      if (address !== worker) throw new TypeError(`${address} is not the address of the policy ${policy}`);
      return address;
    },
  };
  return trustedTypes?.createPolicy(policy, rules).createScriptURL(worker) ?? worker;
}
