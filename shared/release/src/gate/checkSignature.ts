import type { Refusal } from '@space/federation';
import { fingerprintOfLine, signerOf, type SignedText } from '@space/store';

/**
 * Checks the signature of a release. If `site.json` lists keys for the remote, one of them must have signed it; otherwise it
 * may be unsigned, but a signature must be valid.
 *
 * Takes the remote's name, the text of the record with its signature, and the listed public keys; returns one refusal with
 * rule 'signature', or none.
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
      : refuse(`it is not signed, but site.json lists keys for ${name}: release it with SIGNING_KEY`);
  const signer = signerOf(text, signature);
  if (signer === null)
    return refuse('its signature does not match its release.json: one of the two was altered');
  return keys === undefined || keys.some((line) => fingerprintOfLine(line) === signer)
    ? []
    : refuse(`it is signed by ${signer}, which is not one of the keys that site.json lists for ${name}`);
}
