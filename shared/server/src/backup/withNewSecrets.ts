import { makeSecrets, parseSecrets } from '../backend/secrets.ts';
import type { DataFile } from './dataFiles.ts';

/**
 * Returns the files of a backup for a restore that signs everyone out: with new secrets, which invalidate access tokens,
 * without known addresses, hashed with the old ones. The publishable key, which `site.json` may contain, stays.
 */
export function withNewSecrets(files: readonly DataFile[]): DataFile[] {
  return files
    .filter(({ file }) => file !== 'known-addresses')
    .map((one) => {
      if (one.file !== 'secrets.json') return one;
      const { publishableKey } = parseSecrets(one.text, 'the backup');
      return { ...one, text: `${JSON.stringify({ ...makeSecrets(), publishableKey }, null, 2)}\n` };
    });
}
