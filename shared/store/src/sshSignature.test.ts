import { expect, test } from 'vitest';
import { TEST_KEY } from './testing.ts';
import { siteSchema } from './schema.ts';
import { fingerprintOfLine, signText, signerOf } from './sshSignature.ts';

// `ssh-keygen -Y sign -f key -n better-space-release release.json`, OpenSSH 9.2. Ed25519 is deterministic.
const TEXT = '{ "name": "retro" }\n';
const SIGNATURE = `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgQn2pk6X/Fajl570TE7RmNofo4h
TlGT2+fpglURQsVzwAAAAUYmV0dGVyLXNwYWNlLXJlbGVhc2UAAAAAAAAABnNoYTUxMgAA
AFMAAAALc3NoLWVkMjU1MTkAAABAa+f0MmtPc7qVWYpA8S+bUo2mgXPLbSD/owVtbGIIa5
L2JAbcUbT/A/5zVpMFBFARmHzA4eTg0lmsr7/mrKEyDQ==
-----END SSH SIGNATURE-----
`;

test('signs as ssh-keygen does, and identifies the key of a signature', () => {
  expect(signText(TEXT, TEST_KEY.privateKey)).toBe(SIGNATURE);
  expect(signerOf(TEXT, SIGNATURE)).toBe(TEST_KEY.fingerprint);
  expect(fingerprintOfLine(TEST_KEY.publicKey)).toBe(TEST_KEY.fingerprint);
});

test('finds no signer if one byte of the text or of the signature is altered', () => {
  expect(signerOf(TEXT.replace('retro', 'retrO'), SIGNATURE)).toBeNull();
  for (let index = 0; index < SIGNATURE.length; index += 1) {
    const other = SIGNATURE[index] === 'A' ? 'B' : 'A';
    expect(signerOf(TEXT, SIGNATURE.slice(0, index) + other + SIGNATURE.slice(index + 1))).toBeNull();
  }
});

test('refuses keys of another kind, and names the command that creates a private key', () => {
  expect(() => signText(TEXT, 'secret')).toThrow("Make one: ssh-keygen -t ed25519 -N '' -f signing-key");
  for (const line of [
    '',
    'ssh-rsa AAAA',
    TEST_KEY.publicKey.slice(0, 40),
    TEST_KEY.publicKey.replace('ssh-ed25519', 'ssh-rsa'),
  ])
    expect(siteSchema.safeParse({ keys: { retro: [line] } }).success).toBe(false);
  expect(siteSchema.safeParse({ keys: { retro: [TEST_KEY.publicKey] } }).success).toBe(true);
});
