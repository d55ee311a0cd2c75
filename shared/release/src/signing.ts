import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  recordText,
  signText,
  storeError,
  sentenceOf,
  type ReleaseRecord,
  type SignedText,
} from '@space/store';

/** A CI gives the key as text, a person the place where it lies, as seen from where `npm run` was typed. */
function keyIn(setting: string, from: string): string {
  if (setting.startsWith('-----BEGIN')) return `${setting.trim()}\n`;
  try {
    return readFileSync(resolve(from, setting), 'utf8');
  } catch (error) {
    throw storeError(`SIGNING_KEY is neither a key nor the file of one: ${sentenceOf(error)}.`, error);
  }
}

/**
 * A record as it is written, signed where `SIGNING_KEY` is set. Takes the record and the environment. Throws StoreError when
 * the key cannot be used.
 */
export function signedWith(record: ReleaseRecord, environment: NodeJS.ProcessEnv): SignedText {
  const text = recordText(record);
  const setting = environment['SIGNING_KEY'];
  return {
    text,
    signature: setting ? signText(text, keyIn(setting, environment['INIT_CWD'] ?? process.cwd())) : null,
  };
}
