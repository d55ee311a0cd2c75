import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readText, writeFileAtomically } from '../backend/files.ts';

const MAX_ENTRIES = 10_000;

/** The IP addresses from which each account has signed in: guesses from elsewhere must not lock the owner out there. */
export interface KnownAddresses {
  has(email: string, address: string): boolean;
  add(email: string, address: string): void;
}

/** Opens the list stored in a file (mode 600, the newest 10,000 entries). It holds keyed hashes, never an address. */
export function openKnownAddresses(file: string, key: string): KnownAddresses {
  const lines = readText(file).split('\n');
  const known = new Set(lines.filter((line) => line.length === 43).slice(-MAX_ENTRIES));
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
      if (known.size > MAX_ENTRIES && oldest !== undefined) known.delete(oldest);
      try {
        appendFileSync(file, `${name}\n`, { mode: 0o600 });
      } catch {
        // The disk is full or read-only: the entry lasts until the next start.
      }
    },
  };
}

const linesOf = (names: Iterable<string>) => [...names].map((name) => `${name}\n`).join('');
