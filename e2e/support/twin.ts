import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  addRelease,
  derive,
  folderOf,
  goLive,
  integrityOf,
  movePointer,
  readPointer,
  readRecord,
  type ReleaseRecord,
} from '@space/store';

const TEXT = /\.(js|css|json)$/;

/**
 * Releases a copy of a live remote under another name, without a build: `rename` replaces the name in file contents, file
 * names and the record.
 */
export async function releaseTwin(
  store: string,
  [name, twin]: readonly [name: string, twin: string],
  rename: (text: string) => string,
): Promise<void> {
  const version = (await readPointer(store, name)).live?.version ?? '';
  const { files: originals, ...rest } = await readRecord(store, name, version);
  const draft = mkdtempSync(join(tmpdir(), 'space-twin-'));
  try {
    const files: ReleaseRecord['files'] = {};
    for (const [file, facts] of Object.entries(originals)) {
      const original = readFileSync(join(folderOf(store, name), version, file));
      const bytes = TEXT.test(file) ? Buffer.from(rename(original.toString())) : original;
      const path = join(draft, rename(file));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
      files[rename(file)] = { ...facts, bytes: bytes.byteLength, integrity: integrityOf(bytes) };
    }
    // The same record with another name.
    const renamed = JSON.parse(rename(JSON.stringify(rest))) as typeof rest;
    await addRelease(store, { ...renamed, files }, draft);
    await movePointer(store, twin, (pointer) => goLive(pointer, version, new Date()));
    await derive(store);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
