import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readText, writeFileAtomically } from '../backend/files.ts';
import { emailOf, type Call } from '../gateway/endpoints.ts';
import { tooMany } from '../gateway/errors.ts';
import type { LimitName, Limits } from '../gateway/limits.ts';

const MAX_ENTRIES = 10_000;

/** The IP addresses from which each account has signed in: guesses from elsewhere must not lock the owner out there. */
export type KnownAddresses = ReturnType<typeof openKnownAddresses>;

/** Opens the list stored in a file (mode 600, the newest 10,000 entries). It holds keyed hashes, never an address. */
export function openKnownAddresses(file: string, key: string) {
  const lines = readText(file).split('\n');
  const known = new Set(lines.filter((line) => line.length === 43).slice(-MAX_ENTRIES));
  const nameOf = (email: string, address: string) =>
    createHmac('sha256', key).update(`${email} ${address}`).digest('base64url');
  if (known.size > 0) writeFileAtomically(file, [...known].map((name) => `${name}\n`).join(''));

  return {
    has: (email: string, address: string): boolean => known.has(nameOf(email, address)),
    add(email: string, address: string): void {
      const name = nameOf(email, address);
      if (known.has(name)) return;
      known.add(name);
      const [oldest] = known;
      if (known.size > MAX_ENTRIES && oldest !== undefined) known.delete(oldest);
      try {
        appendFileSync(file, `${name}\n`, { mode: 0o600 });
      } catch {
        // The disk is full or read-only: the entry lasts until the next start.
      }
    },
  };
}

/** Counts sign-in attempts before they are queued. Refunds those with the right password and those that are dropped. */
export type Guesses = ReturnType<typeof createGuesses>;

export function createGuesses(limits: Limits, knownAddresses: KnownAddresses) {
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
