import type { Refusal } from '@space/federation';
import { fingerprintOfLine, signerOf, type SignedText } from '@space/store';

/**
 * Decides whether a release is signed by one who may: with keys in `site.json` for its remote, by one of them; without, it
 * may be unsigned, but not wrongly signed.
 *
 * Takes the name, the record as it is written with its signature, and the lines of the keys; returns one refusal with rule
 * 'signature', or none.
 */
export function checkSignature(
  name: string,
  { text, signature }: SignedText,
  keys: readonly string[] | undefined,
): Refusal[] {
  const refuse = (message: string): Refusal[] => [{ rule: 'signature', message }];
  if (signature === null)
    return keys === undefined
      ? []
      : refuse(`it is not signed, and site.json names who may sign ${name}: release it with SIGNING_KEY`);
  const signer = signerOf(text, signature);
  if (signer === null)
    return refuse('its signature is not one of its release.json: one of the two was altered');
  return keys === undefined || keys.some((line) => fingerprintOfLine(line) === signer)
    ? []
    : refuse(`it is signed by ${signer}, which is none of the keys that site.json names for ${name}`);
}
