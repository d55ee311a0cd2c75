import { integrityOf } from './compressed.ts';
import type { ReleaseRecord } from './schema.ts';

/** The entry in a record for a file with this text. */
export const fileOf = (text: string): ReleaseRecord['files'][string] => ({
  bytes: Buffer.byteLength(text),
  gzip: Buffer.byteLength(text),
  integrity: integrityOf(text),
});

/** Takes a name and the fields that matter to a test; returns a complete record of a release. */
export function makeRecord(name: string, parts: Partial<ReleaseRecord> = {}): ReleaseRecord {
  return {
    name,
    version: '0.1.0-0123456789ab',
    commit: null,
    builtAt: '2026-11-21T12:00:00.000Z',
    contract: 1,
    plugin: '1.0.0',
    shares: {},
    uses: [],
    title: `the ${name}`,
    pages: [],
    budget: { gzip: 1000 },
    entry: 'remoteEntry.js',
    styles: [],
    preload: [],
    files: {},
    ...parts,
  };
}

/** A key for tests alone: `ssh-keygen -t ed25519 -N '' -C 'retro team' -f key`. */
export const TEST_KEY = {
  publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEJ9qZOl/xWo5ee9ExO0ZjaH6OIU5Rk9vn6YJVEULFc8 retro team',
  fingerprint: 'SHA256:NXXk/vG0MYuhxl8zC5wiA8WrGMNLOO5YXz8RsD8H+zw',
  privateKey: `-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
QyNTUxOQAAACBCfamTpf8VqOXnvRMTtGY2h+jiFOUZPb5+mCVRFCxXPAAAAJD25JCM9uSQ
jAAAAAtzc2gtZWQyNTUxOQAAACBCfamTpf8VqOXnvRMTtGY2h+jiFOUZPb5+mCVRFCxXPA
AAAECa3GhndPbxdS1QeWBbDE3fLKeSRWrLQxpbIJVKdDtCREJ9qZOl/xWo5ee9ExO0ZjaH
6OIU5Rk9vn6YJVEULFc8AAAACnJldHJvIHRlYW0BAgM=
-----END OPENSSH PRIVATE KEY-----
`,
};
