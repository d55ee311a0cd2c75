import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { storeError } from './storeError.ts';
import { errorMessage } from './errorMessage.ts';

// Signatures as `ssh-keygen -Y sign` makes them and `ssh-keygen -Y verify` checks them, with Ed25519 keys:
// https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig and PROTOCOL.key. The cryptography is Node's.

/** Limits a signature to records: one of a commit or a mail by the same key is not valid here. */
const NAMESPACE = 'better-space-release';
const KIND = 'ssh-ed25519';
const HASH = 'sha512';
const MAGIC = 'SSHSIG';
/** The magic word and the format's version. */
const PREFIX = Buffer.from(`${MAGIC}\0\0\0\u0001`);
const KEY_MAGIC = 'openssh-key-v1\0';
const LINE = /.{1,70}/g;

/** Encodes values as SSH's `string`: a length in four bytes, and that many bytes. */
function encode(...parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(part));
      return [length, Buffer.from(part)];
    }),
  );
}

/** Decodes SSH's encoding. Throws RangeError if the bytes end too early. */
function decoder(bytes: Buffer) {
  let offset = 0;
  const take = (length: number) => {
    if (offset + length > bytes.length) throw new RangeError('It ends too early');
    offset += length;
    return bytes.subarray(offset - length, offset);
  };
  const number = () => take(4).readUInt32BE();
  return { take, number, next: () => take(number()) };
}

const armored = (kind: string, bytes: Buffer) =>
  [
    `-----BEGIN ${kind}-----`,
    ...(bytes.toString('base64').match(LINE) ?? []),
    `-----END ${kind}-----`,
    '',
  ].join('\n');

function unarmored(kind: string, text: string): Buffer {
  const [, base64] =
    new RegExp(`^-----BEGIN ${kind}-----\\s([\\s\\S]+)\\s-----END ${kind}-----\\s*$`).exec(text) ?? [];
  if (base64 === undefined) throw new RangeError(`It is not an ${kind}`);
  return Buffer.from(base64, 'base64');
}

/** The bytes that are signed for a text. */
const messageOf = (text: string) =>
  Buffer.concat([Buffer.from(MAGIC), encode(NAMESPACE, '', HASH, createHash(HASH).update(text).digest())]);

/** The signature as text. Takes the encoded public key and the 64 bytes. */
const signatureOf = (blob: Buffer, raw: Buffer) =>
  armored('SSH SIGNATURE', Buffer.concat([PREFIX, encode(blob, NAMESPACE, '', HASH, encode(KIND, raw))]));

const publicKeyOf = (blob: Buffer) => {
  const read = decoder(blob);
  if (read.next().toString() !== KIND) throw new RangeError(`It is not an ${KIND}`);
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: read.next().toString('base64url') },
    format: 'jwk',
  });
};

/** The fingerprint of a key as OpenSSH shows it: 'SHA256:…'. Takes the encoded key. */
const fingerprintOf = (blob: Buffer) =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;

/** The fingerprint of a line of a `.pub` file: 'ssh-ed25519 AAAA… retro team', in the format of `site.json`. */
export const fingerprintOfLine = (line: string) =>
  fingerprintOf(Buffer.from(line.split(' ')[1] ?? '', 'base64'));

/**
 * Signs a text. Takes the text and a private key as `ssh-keygen -t ed25519 -N ''` writes it; returns the signature as
 * `ssh-keygen -Y sign -n better-space-release` would write it. Throws StoreError for another kind of key.
 */
export function signText(text: string, privateKey: string): string {
  try {
    const file = decoder(unarmored('OPENSSH PRIVATE KEY', privateKey));
    if (file.take(KEY_MAGIC.length).toString() !== KEY_MAGIC)
      throw new RangeError('It is not an OpenSSH key');
    if (file.next().toString() !== 'none') throw new RangeError('It has a passphrase');
    file.next();
    file.next();
    file.number();
    const blob = file.next();
    const own = decoder(file.next());
    own.take(8);
    if (own.next().toString() !== KIND) throw new RangeError(`It is not an ${KIND}`);
    const x = own.next().toString('base64url');
    const d = own.next().subarray(0, 32).toString('base64url');
    const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
    return signatureOf(blob, sign(null, messageOf(text), key));
  } catch (error) {
    throw storeError(
      `SIGNING_KEY is not an Ed25519 key of OpenSSH without a passphrase (${errorMessage(error)}). Make one: ssh-keygen -t ed25519 -N '' -f signing-key`,
      error,
    );
  }
}

/**
 * Verifies a signature. Takes a text and its signature; returns the fingerprint of the signing key, or null if the
 * signature does not match the text and the format, byte for byte. Does not check whether that key is allowed to sign.
 */
export function signerOf(text: string, signature: string): string | null {
  try {
    const read = decoder(unarmored('SSH SIGNATURE', signature));
    read.take(PREFIX.length);
    const blob = read.next();
    for (let skipped = 0; skipped < 3; skipped += 1) read.next();
    const inner = decoder(read.next());
    inner.next();
    const raw = inner.next();
    // Encoded again and compared: the signature may contain nothing else, not even between its parts.
    const isOurs = signatureOf(blob, raw) === signature;
    return isOurs && verify(null, messageOf(text), publicKeyOf(blob), raw) ? fingerprintOf(blob) : null;
  } catch {
    // A malformed signature is invalid, for any reason.
    return null;
  }
}
