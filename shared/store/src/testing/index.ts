import { CONTRACT_VERSION } from '@space/federation';
import { integrityOf } from '../files.ts';
import type { ReleaseRecord } from '../schema.ts';

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
    contract: CONTRACT_VERSION,
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
