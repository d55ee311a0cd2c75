import { tooMany } from '../gateway/answers.ts';
import { emailOf, type Call } from '../gateway/call.ts';
import type { LimitName, Limits } from '../gateway/limits.ts';
import type { KnownAddresses } from './knownAddresses.ts';

/** A try counts before it waits for its turn, and is taken back when the password is right or the try is dropped. */
export type Guesses = ReturnType<typeof createGuesses>;

export function createGuesses({
  limits,
  knownAddresses,
}: {
  limits: Limits;
  knownAddresses: KnownAddresses;
}) {
  async function countedOf(call: Call): Promise<(readonly [LimitName, string])[]> {
    const [email, { address }] = [emailOf(call), call];
    return [
      ['wrong-password', `${email} ${address}`],
      ['wrong-password-address', address],
      // Guesses from elsewhere must not lock an owner out where they have signed in before.
      ...((await knownAddresses.has(email, address)) ? [] : [['wrong-password-account', email] as const]),
    ];
  }
  return {
    /** Counts a try. Returns the refusal when it is one too many. */
    async take(call: Call): Promise<Response | null> {
      const taken: (readonly [LimitName, string])[] = [];
      for (const [name, key] of await countedOf(call)) {
        const seconds = await limits.take(name, key);
        if (seconds === null) {
          taken.push([name, key]);
          continue;
        }
        for (const each of taken) await limits.giveBack(...each);
        return tooMany(call.endpoint.path, 'attempts', seconds);
      }
      return null;
    },
    async giveBack(call: Call): Promise<void> {
      for (const each of await countedOf(call)) await limits.giveBack(...each);
    },
  };
}
