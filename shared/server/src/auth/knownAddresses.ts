import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readText, writeFileAtomically } from '../backend/files.ts';

const KEPT = 10_000;

/** From which addresses an account's owner has signed in: guesses from elsewhere must not lock them out there. */
export type KnownAddresses = ReturnType<typeof openKnownAddresses>;

/** Opens the list kept in a file (mode 600, the newest 10,000): keyed hashes and no address. */
export function openKnownAddresses(file: string, key: string) {
  const lines = readText(file).split('\n');
  const known = new Set(lines.filter((line) => line.length === 43).slice(-KEPT));
  const nameOf = (email: string, address: string) =>
    createHmac('sha256', key).update(`${email} ${address}`).digest('base64url');
  if (known.size > 0) writeFileAtomically(file, linesOf(known));

  return {
    has: (email: string, address: string): boolean => known.has(nameOf(email, address)),
    add(email: string, address: string): void {
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
