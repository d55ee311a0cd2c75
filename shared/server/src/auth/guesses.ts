import { tooMany } from '../gateway/errorResponses.ts';
import { emailOf, type Call } from '../gateway/call.ts';
import type { LimitName, Limits } from '../gateway/limits.ts';
import type { KnownAddresses } from './knownAddresses.ts';

/** Counts sign-in attempts before they are queued. Refunds those with the right password and those that are dropped. */
export type Guesses = ReturnType<typeof createGuesses>;

export function createGuesses({
  limits,
  knownAddresses,
}: {
  limits: Limits;
  knownAddresses: KnownAddresses;
}) {
  function limitsOf(call: Call): (readonly [LimitName, string])[] {
    const [email, { address }] = [emailOf(call), call];
    return [
      ['wrong-password', `${email} ${address}`],
      ['wrong-password-address', address],
      // Guesses from other addresses must not lock the owner out at an address from which they have signed in before.
      ...(knownAddresses.has(email, address) ? [] : [['wrong-password-account', email] as const]),
    ];
  }
  return {
    /** Counts an attempt. Returns the error response if it exceeds a limit, otherwise null. */
    async take(call: Call): Promise<Response | null> {
      const taken: (readonly [LimitName, string])[] = [];
      for (const [name, key] of limitsOf(call)) {
        const seconds = await limits.take(name, key);
        if (seconds === null) {
          taken.push([name, key]);
          continue;
        }
        for (const limit of taken) await limits.giveBack(...limit);
        return tooMany(call.endpoint.path, 'attempts', seconds);
      }
      return null;
    },
    async giveBack(call: Call): Promise<void> {
      for (const limit of limitsOf(call)) await limits.giveBack(...limit);
    },
  };
}
