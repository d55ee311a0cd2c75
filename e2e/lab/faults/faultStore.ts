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
 * Makes a copy of the built store in which versions are made, put live and broken, without a build. Takes what is done to the copy
 * first: a release of something else, which is sound as well.
 */
export async function createFaultStore(prepare: (store: Store) => Promise<void> = async () => {}) {
  const copy = copyStore();
  await prepare(copy);
  const { folder } = copy;
  const remotes = readdirSync(join(folder, 'remotes'));
  const pointers = new Map<string, Pointer>();
  for (const remote of remotes) pointers.set(remote, await readPointer(folder, remote));
  const broken = new Map<string, Buffer>();

  /** The built version of each remote: sound, and live to begin with. */
  function soundOf(remote: string): string {
    const version = pointers.get(remote)?.live?.version;
    if (version === undefined) throw new Error(`Nothing is live of ${remote}: build the site first`);
    return version;
  }

  async function nameOf(remote: string, version: string, file: RegExp): Promise<string> {
    const { files } = await readRecord(folder, remote, version);
    const found = Object.keys(files).find((name) => file.test(name));
    if (found === undefined) throw new Error(`${remote} ${version} has no file like ${file}`);
    return found;
  }

  /** Decides what is live of a remote, and makes the pages anew. */
  async function point(remote: string, change: (pointer: Pointer) => Partial<Pointer>): Promise<void> {
    await movePointer(folder, remote, (pointer) => ({ ...pointer, ...change(pointer) }));
    await derive(folder);
  }

  return {
    ...copy,
    soundOf,
    point,

    /**
     * Releases a further version of a remote: the sound one, with one of its files changed, and its record if need be.
     * Nothing points at it yet.
     */
    async addVersion(
      remote: string,
      file: RegExp,
      change: (text: string) => string,
      changes: Partial<ReleaseRecord> = {},
    ): Promise<string> {
      const sound = soundOf(remote);
      const record = await readRecord(folder, remote, sound);
      const name = await nameOf(remote, sound, file);
      const draft = mkdtempSync(join(tmpdir(), 'space-version-'));
      try {
        cpSync(join(folderOf(folder, remote), sound), draft, { recursive: true });
        const content = change(readFileSync(join(draft, name), 'utf8'));
        writeFileSync(join(draft, name), content);
        const further = { ...described(record, name, content), ...changes };
        await addRelease(folder, further, draft);
        return further.version;
      } finally {
        rmSync(draft, { recursive: true, force: true });
      }
    },

    /** Puts a version live. `previous`: the one before it; nothing else is known of the past. */
    goLive: (remote: string, version: string, previous?: string) =>
      point(remote, () => ({
        live: { version, since: NOW },
        history:
          previous === undefined ? [] : [{ version: previous, since: NOW, until: NOW, withdrawn: false }],
      })),

    /** Breaks a file of a version on the disk, as a bad copy or a stranger would: null takes it away. */
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
      if (!broken.has(path)) broken.set(path, content);
      // Browsers would be sent these, which are as sound as before.
      for (const ending of ['.br', '.gz']) rmSync(path + ending, { force: true });
      if (change === null) rmSync(path);
      else writeFileSync(path, change(content.toString()));
    },

    async mend(): Promise<void> {
      for (const [path, content] of broken) writeFileSync(path, content);
      broken.clear();
      for (const [remote, pointer] of pointers) await movePointer(folder, remote, () => pointer);
      await derive(folder);
    },
  };
}

function described(record: ReleaseRecord, name: string, content: string): ReleaseRecord {
  const hash = createHash('sha256').update(content);
  const integrity = `sha256-${hash.copy().digest('base64')}`;
  const [number = ''] = record.version.split('-');
  return {
    ...record,
    version: `${number}-${hash.digest('hex').slice(0, 12)}`,
    files: { ...record.files, [name]: { bytes: Buffer.byteLength(content), gzip: 1, integrity } },
  };
}
