import { makeSecrets, parseSecrets } from '../backend/secrets.ts';
import type { KeptFile } from './files.ts';

/**
 * The files of a backup for a place where everyone signs in anew: other secrets, so that no access token of before is one, and no list of
 * addresses, which is written with the old ones. The publishable key stays: it is public, and `site.json` may name it.
 */
export function withNewSecrets(files: readonly KeptFile[]): KeptFile[] {
  return files
    .filter(({ file }) => file !== 'known-addresses')
    .map((one) => {
      if (one.file !== 'secrets.json') return one;
      const { publishableKey } = parseSecrets(one.text, 'the backup');
      return { ...one, text: `${JSON.stringify({ ...makeSecrets(), publishableKey }, null, 2)}\n` };
    });
}
