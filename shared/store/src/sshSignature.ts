import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { storeError } from './storeError.ts';
import { sentenceOf } from './sentenceOf.ts';

// Signatures as `ssh-keygen -Y sign` makes them and `ssh-keygen -Y verify` checks them, with Ed25519 keys:
// https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig and PROTOCOL.key. The cryptography is Node's.

/** A signature counts for records alone: one of a commit or a mail by the same key does not. */
const NAMESPACE = 'better-space-release';
const KIND = 'ssh-ed25519';
const HASH = 'sha512';
const MAGIC = 'SSHSIG';
/** The magic word and the format's version. */
const PREFIX = Buffer.from(`${MAGIC}\0\0\0\u0001`);
const KEY_MAGIC = 'openssh-key-v1\0';
const LINE = /.{1,70}/g;

/** The `string` of SSH: a length in four bytes, and so many bytes. */
function packed(...parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(part));
      return [length, Buffer.from(part)];
    }),
  );
}

/** Reads what SSH packs. Throws a RangeError where the bytes end too early. */
function reader(bytes: Buffer) {
  let place = 0;
  const take = (length: number) => {
    if (place + length > bytes.length) throw new RangeError('It ends too early');
    place += length;
    return bytes.subarray(place - length, place);
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

function inside(kind: string, text: string): Buffer {
  const [, base64] =
    new RegExp(`^-----BEGIN ${kind}-----\\s([\\s\\S]+)\\s-----END ${kind}-----\\s*$`).exec(text) ?? [];
  if (base64 === undefined) throw new RangeError(`It is no ${kind}`);
  return Buffer.from(base64, 'base64');
}

/** What of a text is signed. */
const messageOf = (text: string) =>
  Buffer.concat([Buffer.from(MAGIC), packed(NAMESPACE, '', HASH, createHash(HASH).update(text).digest())]);

/** The signature as a text. Takes the packed public key and the 64 bytes. */
const signatureOf = (blob: Buffer, raw: Buffer) =>
  armored('SSH SIGNATURE', Buffer.concat([PREFIX, packed(blob, NAMESPACE, '', HASH, packed(KIND, raw))]));

const publicKeyOf = (blob: Buffer) => {
  const read = reader(blob);
  if (read.next().toString() !== KIND) throw new RangeError(`It is no ${KIND}`);
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: read.next().toString('base64url') },
    format: 'jwk',
  });
};

/** How OpenSSH shows a key in short: 'SHA256:…'. Takes the key as packed bytes. */
const fingerprintOf = (blob: Buffer) =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;

/** The fingerprint of a line of a `.pub` file: 'ssh-ed25519 AAAA… retro team', as the schema of `site.json` demands it. */
export const fingerprintOfLine = (line: string) =>
  fingerprintOf(Buffer.from(line.split(' ')[1] ?? '', 'base64'));

/**
 * Signs a text. Takes it and a private key as `ssh-keygen -t ed25519 -N ''` writes it; returns the signature as
 * `ssh-keygen -Y sign -n better-space-release` would write it. Throws StoreError for another kind of key.
 */
export function signText(text: string, privateKey: string): string {
  try {
    const file = reader(inside('OPENSSH PRIVATE KEY', privateKey));
    if (file.take(KEY_MAGIC.length).toString() !== KEY_MAGIC) throw new RangeError('It is no key of OpenSSH');
    if (file.next().toString() !== 'none') throw new RangeError('It has a passphrase');
    file.next();
    file.next();
    file.number();
    const blob = file.next();
    const own = reader(file.next());
    own.take(8);
    if (own.next().toString() !== KIND) throw new RangeError(`It is no ${KIND}`);
    const x = own.next().toString('base64url');
    const d = own.next().subarray(0, 32).toString('base64url');
    const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
    return signatureOf(blob, sign(null, messageOf(text), key));
  } catch (error) {
    throw storeError(
      `SIGNING_KEY is not an Ed25519 key of OpenSSH without a passphrase (${sentenceOf(error)}). Make one: ssh-keygen -t ed25519 -N '' -f signing-key`,
      error,
    );
  }
}

/**
 * Who signed a text. Takes it and its signature; returns the fingerprint of the key that is in the signature, or null when
 * the signature is not one of this very text, down to each byte. Whether that key may sign is another question.
 */
export function signerOf(text: string, signature: string): string | null {
  try {
    const read = reader(inside('SSH SIGNATURE', signature));
    read.take(PREFIX.length);
    const blob = read.next();
    for (let skipped = 0; skipped < 3; skipped += 1) read.next();
    const inner = reader(read.next());
    inner.next();
    const raw = inner.next();
    // Written anew and compared: nothing else may stand there, not even between its parts.
    const isOurs = signatureOf(blob, raw) === signature;
    return isOurs && verify(null, messageOf(text), publicKeyOf(blob), raw) ? fingerprintOf(blob) : null;
  } catch {
    // Whatever is wrong with it, it signs nothing.
    return null;
  }
}
