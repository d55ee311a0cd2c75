import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addRelease,
  folderOf,
  integrityOf,
  movePointer,
  readPointer,
  readRecord,
  type Pointer,
} from '@space/store';
import { copyStore } from '../../support/store.ts';

export type FaultStore = Awaited<ReturnType<typeof createFaultStore>>;

const since = '2026-01-02T03:04:05.000Z';

/** Copies the built store. In the copy versions can be added, put live and broken, without a build. */
export async function createFaultStore() {
  const copy = copyStore();
  const { folder } = copy;
  const pointers = new Map<string, Pointer>();
  for (const remote of readdirSync(join(folder, 'remotes')))
    pointers.set(remote, await readPointer(folder, remote));
  const originals = new Map<string, Buffer>();

  /** The built version of a remote: without a fault, and initially live. */
  function soundOf(remote: string): string {
    const version = pointers.get(remote)?.live?.version;
    if (version === undefined) throw new Error(`Nothing is live of ${remote}: build the site first`);
    return version;
  }

  /** The first file like this in a folder. */
  function find(release: string, file: RegExp): string {
    const name = readdirSync(release, { recursive: true, encoding: 'utf8' }).find((one) => file.test(one));
    if (name === undefined) throw new Error(`${release} has no file like ${file}`);
    return name;
  }

  /** Changes a remote's pointer, and with it the pages. */
  const setPointer = (remote: string, change: (pointer: Pointer) => Partial<Pointer>) =>
    movePointer(folder, remote, (pointer) => ({ ...pointer, ...change(pointer) }));

  return {
    ...copy,
    soundOf,
    setPointer,

    /** Adds a version of a remote: the sound one with one changed file. No pointer names it yet. Returns the version. */
    async addVersion(remote: string, file: RegExp, change: (text: string) => string): Promise<string> {
      const record = await readRecord(folder, remote, soundOf(remote));
      const draft = mkdtempSync(join(tmpdir(), 'space-version-'));
      try {
        cpSync(join(folderOf(folder, remote), record.version), draft, { recursive: true });
        const name = find(draft, file);
        const content = change(readFileSync(join(draft, name), 'utf8'));
        writeFileSync(join(draft, name), content);
        const hash = createHash('sha256').update(content).digest('hex');
        const version = `${record.version.split('-')[0]}-${hash.slice(0, 12)}`;
        const changed = { bytes: Buffer.byteLength(content), gzip: 1, integrity: integrityOf(content) };
        await addRelease(folder, { ...record, version, files: { ...record.files, [name]: changed } }, draft);
        return version;
      } finally {
        rmSync(draft, { recursive: true, force: true });
      }
    },

    /** Puts a version live. `previous`: the only version in its history; absent: no history. */
    goLive: (remote: string, version: string, previous?: string) =>
      setPointer(remote, () => ({
        live: { version, since },
        history: previous === undefined ? [] : [{ version: previous, since, until: since, withdrawn: false }],
      })),

    /** Changes a file of a version on disk, as a bad copy or an attacker would. `change` null: deletes it. */
    breakFile(
      remote: string,
      version: string,
      file: RegExp,
      change: ((text: string) => string) | null,
    ): void {
      const release = join(folderOf(folder, remote), version);
      const path = join(release, find(release, file));
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
    },
  };
}
