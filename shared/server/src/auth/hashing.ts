import { randomUUID } from 'node:crypto';
import { compare, hash } from 'bcrypt';

/** bcrypt's cost, as the library reads it: tests hash with less. */
const DEFAULT_COST = 10;

export type Hashing = Awaited<ReturnType<typeof createHashing>>;

export async function createHashing() {
  const cost = Number(process.env['LITE_AUTH_BCRYPT_COST']) || DEFAULT_COST;
  const unknownAccount = await hash(randomUUID(), cost);
  return {
    /** Whether a password is the one of a hash. Without a hash it takes as long and returns false. */
    async matches(password: string, encrypted: string | null): Promise<boolean> {
      const isRight = await compare(password, encrypted ?? unknownAccount);
      return isRight && encrypted !== null;
    },
    make: (password: string): Promise<string> => hash(password, cost),
  };
}
