import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteParts } from '../parts.ts';
import type { Secrets } from '../backend/dataFolder.ts';
import { readText, writeFileAtomically } from '../backend/files.ts';
import { emailOf, tooMany, type Call } from '../gateway/call.ts';
import type { LimitName } from '../gateway/limits.ts';

const MAX_ENTRIES = 10_000;

/**
 * Counts sign-in attempts before they are queued, and refunds those with the right password and those that are dropped. It
 * remembers the IP addresses from which each account has signed in: guesses from elsewhere must not lock the owner out there.
 */
export type Guesses = ReturnType<typeof createGuesses>;

/** The known addresses are in a file (mode 600, the newest 10,000) as hashes with a key. */
export function createGuesses({ limits, dataDir }: SiteParts, { jwtSecret: key }: Secrets) {
  const file = join(dataDir, 'known-addresses');
  const lines = readText(file).split('\n');
  const known = new Set(lines.filter((line) => line.length === 43).slice(-MAX_ENTRIES));
  if (known.size > 0) writeFileAtomically(file, [...known].map((name) => `${name}\n`).join(''));
  const nameOf = (email: string, { address }: Call) =>
    createHmac('sha256', key).update(`${email} ${address}`).digest('base64url');

  function limitsOf(call: Call): [LimitName, string][] {
    const email = emailOf(call);
    const own: [LimitName, string][] = [
      ['wrong-password', `${email} ${call.address}`],
      ['wrong-password-address', call.address],
    ];
    return known.has(nameOf(email, call)) ? own : [...own, ['wrong-password-account', email]];
  }
  return {
    /** Counts an attempt. Returns the error response if it exceeds a limit, otherwise null. */
    async take(call: Call): Promise<Response | null> {
      const all = limitsOf(call);
      for (const [index, limit] of all.entries()) {
        const seconds = await limits.take(...limit);
        if (seconds === null) continue;
        for (const taken of all.slice(0, index)) await limits.giveBack(...taken);
        return tooMany(call.endpoint.path, 'attempts', seconds);
      }
      return null;
    },

    async giveBack(call: Call): Promise<void> {
      for (const limit of limitsOf(call)) await limits.giveBack(...limit);
    },

    /** Remembers that the account with this e-mail address has signed in from the IP address of a request. */
    remember(email: string, call: Call): void {
      const name = nameOf(email, call);
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
