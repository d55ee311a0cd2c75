import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  recordText,
  signText,
  storeError,
  errorMessage,
  type ReleaseRecord,
  type SignedText,
} from '@space/store';

/** Reads the private key: the setting is the key itself (in CI) or the path of a file, relative to the given folder. */
function readKey(setting: string, from: string): string {
  if (setting.startsWith('-----BEGIN')) return `${setting.trim()}\n`;
  try {
    return readFileSync(resolve(from, setting), 'utf8');
  } catch (error) {
    throw storeError(
      `SIGNING_KEY is neither a key nor the path of a key file: ${errorMessage(error)}.`,
      error,
    );
  }
}

/**
 * Serializes a record, and signs it if `SIGNING_KEY` is set. Takes the record and the environment. Throws StoreError if the
 * key cannot be used.
 */
export function signRecord(record: ReleaseRecord, environment: NodeJS.ProcessEnv): SignedText {
  const text = recordText(record);
  const setting = environment['SIGNING_KEY'];
  return {
    text,
    signature: setting ? signText(text, readKey(setting, environment['INIT_CWD'] ?? process.cwd())) : null,
  };
}
