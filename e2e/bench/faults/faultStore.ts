import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addRelease,
  derive,
  folderOf,
  movePointer,
  readPointer,
  readRecord,
  type Pointer,
  type ReleaseRecord,
} from '@space/store';
import { copyStore, type Store } from '../../support/store.ts';

export type FaultStore = Awaited<ReturnType<typeof createFaultStore>>;

const NOW = '2026-01-02T03:04:05.000Z';

/**
 * Copies the built store. In the copy versions can be added, put live and broken, without a build. `prepare` changes the
 * copy first, for example with another release; what is live then counts as sound.
 */
export async function createFaultStore(prepare: (store: Store) => Promise<void> = async () => {}) {
  const copy = copyStore();
  await prepare(copy);
  const { folder } = copy;
  const remotes = readdirSync(join(folder, 'remotes'));
  const pointers = new Map<string, Pointer>();
  for (const remote of remotes) pointers.set(remote, await readPointer(folder, remote));
  const originals = new Map<string, Buffer>();

  /** The built version of a remote: without a fault, and initially live. */
  function soundOf(remote: string): string {
    const version = pointers.get(remote)?.live?.version;
    if (version === undefined) throw new Error(`Nothing is live of ${remote}: build the site first`);
    return version;
  }

  async function findFile(remote: string, version: string, file: RegExp): Promise<string> {
    const { files } = await readRecord(folder, remote, version);
    const found = Object.keys(files).find((name) => file.test(name));
    if (found === undefined) throw new Error(`${remote} ${version} has no file like ${file}`);
    return found;
  }

  /** Changes a remote's pointer and derives the pages again. */
  async function setPointer(remote: string, change: (pointer: Pointer) => Partial<Pointer>): Promise<void> {
    await movePointer(folder, remote, (pointer) => ({ ...pointer, ...change(pointer) }));
    await derive(folder);
  }

  return {
    ...copy,
    soundOf,
    setPointer,

    /**
     * Adds a version of a remote: the sound one with one changed file, and with `changes` in its record. No pointer names
     * it yet. Returns the version.
     */
    async addVersion(
      remote: string,
      file: RegExp,
      change: (text: string) => string,
      changes: Partial<ReleaseRecord> = {},
    ): Promise<string> {
      const sound = soundOf(remote);
      const record = await readRecord(folder, remote, sound);
      const name = await findFile(remote, sound, file);
      const draft = mkdtempSync(join(tmpdir(), 'space-version-'));
      try {
        cpSync(join(folderOf(folder, remote), sound), draft, { recursive: true });
        const content = change(readFileSync(join(draft, name), 'utf8'));
        writeFileSync(join(draft, name), content);
        const newRecord = { ...updatedRecord(record, name, content), ...changes };
        await addRelease(folder, newRecord, draft);
        return newRecord.version;
      } finally {
        rmSync(draft, { recursive: true, force: true });
      }
    },

    /** Puts a version live. `previous`: the only version in its history; absent: no history. */
    goLive: (remote: string, version: string, previous?: string) =>
      setPointer(remote, () => ({
        live: { version, since: NOW },
        history:
          previous === undefined ? [] : [{ version: previous, since: NOW, until: NOW, withdrawn: false }],
      })),

    /** Changes a file of a version on disk, as a bad copy or an attacker would. `change` null: deletes it. */
    breakFile(
      remote: string,
      version: string,
      file: RegExp,
      change: ((text: string) => string) | null,
    ): void {
      const release = join(folderOf(folder, remote), version);
      const name = readdirSync(release, { recursive: true, encoding: 'utf8' }).find((one) => file.test(one));
      if (name === undefined) throw new Error(`${remote} ${version} has no file like ${file}`);
      const path = join(release, name);
      const content = readFileSync(path);
      if (!originals.has(path)) originals.set(path, content);
      // The server would send these compressed copies, which are intact.
      for (const extension of ['.br', '.gz']) rmSync(path + extension, { force: true });
      if (change === null) rmSync(path);
      else writeFileSync(path, change(content.toString()));
    },

    async repair(): Promise<void> {
      for (const [path, content] of originals) writeFileSync(path, content);
      originals.clear();
      for (const [remote, pointer] of pointers) await movePointer(folder, remote, () => pointer);
      await derive(folder);
    },
  };
}

function updatedRecord(record: ReleaseRecord, name: string, content: string): ReleaseRecord {
  const hash = createHash('sha256').update(content);
  const integrity = `sha256-${hash.copy().digest('base64')}`;
  const [number = ''] = record.version.split('-');
  return {
    ...record,
    version: `${number}-${hash.digest('hex').slice(0, 12)}`,
    files: { ...record.files, [name]: { bytes: Buffer.byteLength(content), gzip: 1, integrity } },
  };
}
