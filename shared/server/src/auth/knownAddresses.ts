import { createHmac } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { writeFileAtomically } from '../backend/files.ts';

/** From which addresses an account's owner has signed in: guesses from elsewhere must not lock them out there. */
export interface KnownAddresses {
  has(email: string, address: string): boolean;
  add(email: string, address: string): void;
}

const KEPT = 10_000;

/** Opens the list kept in a file (mode 600, the newest 10,000): keyed hashes and no address. */
export function openKnownAddresses(file: string, key: string): KnownAddresses {
  const known = new Set(readLines(file).slice(-KEPT));
  const nameOf = (email: string, address: string) =>
    createHmac('sha256', key).update(`${email} ${address}`).digest('base64url');
  if (known.size > 0) writeFileAtomically(file, linesOf(known));

  return {
    has: (email, address) => known.has(nameOf(email, address)),
    add(email, address) {
      const name = nameOf(email, address);
      if (known.has(name)) return;
      known.add(name);
      const [oldest] = known;
      if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
      try {
        appendFileSync(file, `${name}\n`, { mode: 0o600 });
      } catch {
        // The disk is full or read-only: known until the next start.
      }
    },
  };
}

const linesOf = (names: Iterable<string>) => [...names].map((name) => `${name}\n`).join('');

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.length === 43);
  } catch {
    return []; // None yet, or none that can be read: everyone is new.
  }
}
