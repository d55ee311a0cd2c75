import { randomUUID } from 'node:crypto';
import { compare, hash } from 'bcrypt';

/** The default bcrypt cost. Tests lower it with the library's own variable, LITE_AUTH_BCRYPT_COST. */
const DEFAULT_COST = 10;

export type Hashing = Awaited<ReturnType<typeof createHashing>>;

export async function createHashing() {
  const cost = Number(process.env['LITE_AUTH_BCRYPT_COST']) || DEFAULT_COST;
  const dummyHash = await hash(randomUUID(), cost);
  return {
    /** Whether a password matches a hash. Without a hash it takes equally long and returns false. */
    async matches(password: string, encrypted: string | null): Promise<boolean> {
      const isRight = await compare(password, encrypted ?? dummyHash);
      return isRight && encrypted !== null;
    },
    make: (password: string): Promise<string> => hash(password, cost),
  };
}
