import { hash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeScratch } from '@space/server/testing/process';
import { folderOf, integrityOf, movePointer, readPointer, readRecord, remotesIn } from '@space/store';
import { BUILT_SITE, startSite } from '../../support/site.ts';

export type FaultStore = Awaited<ReturnType<typeof createFaultStore>>;
type Pointer = Awaited<ReturnType<typeof readPointer>>;

const since = '2026-01-02T03:04:05.000Z';

/** Copies the built store. In the copy versions can be added, put live and broken, without a build. */
export async function createFaultStore() {
  const folder = makeScratch('space-store-');
  cpSync(BUILT_SITE, folder, { recursive: true });
  const pointers = new Map<string, Pointer>();
  for (const remote of await remotesIn(folder)) pointers.set(remote, await readPointer(folder, remote));
  const originals = new Map<string, Buffer>();

  /** The built version of a remote: without a fault, and initially live. */
  function soundOf(remote: string): string {
    const version = pointers.get(remote)?.live?.version;
    if (version === undefined) throw new Error(`Nothing is live of ${remote}: build the site first`);
    return version;
  }

  /** The folder of a version, and the first file like this in it. */
  function find(remote: string, version: string, file: RegExp): [release: string, name: string] {
    const release = join(folderOf(folder, remote), version);
    const name = readdirSync(release, { recursive: true, encoding: 'utf8' }).find((one) => file.test(one));
    if (name === undefined) throw new Error(`${release} has no file like ${file}`);
    return [release, name];
  }

  /** Writes a file of a version; null: deletes it. The server would send its compressed copies, so they go. */
  function replace(path: string, text: string | null): void {
    for (const extension of ['', '.br', '.gz']) rmSync(path + extension, { force: true });
    if (text !== null) writeFileSync(path, text);
  }

  const setPointer = (remote: string, change: (pointer: Pointer) => Partial<Pointer>) =>
    movePointer(folder, remote, (pointer) => ({ ...pointer, ...change(pointer) }));

  return {
    ...{ folder, soundOf, setPointer },
    discard: () => rmSync(folder, { recursive: true, force: true }),

    /** Runs `npm run store -- <task> <words>` on this store, in this process. Rejects with the command's output if it fails. */
    async command(task: string, ...words: string[]): Promise<string> {
      // Imported on demand: most workers run no command.
      const { runCommand } = await import('@space/release/testing');
      const { code, stdout, stderr } = await runCommand(task, ...words, '--store', folder);
      if (code !== 0) throw new Error(stdout + stderr);
      return stdout;
    },

    /** Adds a version of a remote: the sound one with one changed file. No pointer names it yet. Returns the version. */
    async addVersion(remote: string, file: RegExp, edit: (text: string) => string): Promise<string> {
      const record = await readRecord(folder, remote, soundOf(remote));
      const [sound, name] = find(remote, record.version, file);
      const text = edit(readFileSync(join(sound, name), 'utf8'));
      const version = `${record.version.split('-')[0]}-${hash('sha256', text).slice(0, 12)}`;
      const changed = { bytes: Buffer.byteLength(text), gzip: 1, integrity: integrityOf(text) };
      const release = join(folderOf(folder, remote), version);
      cpSync(sound, release, { recursive: true });
      replace(join(release, name), text);
      const files = { ...record.files, [name]: changed };
      writeFileSync(join(release, 'release.json'), JSON.stringify({ ...record, version, files }));
      return version;
    },

    /** Puts a version live. `previous`: the only version in its history; absent: no history. */
    goLive: (remote: string, version: string, previous?: string) =>
      setPointer(remote, () => ({
        live: { version, since },
        history: previous === undefined ? [] : [{ version: previous, since, until: since, withdrawn: false }],
      })),

    /** Changes a file of a version on disk, as a bad copy or an attacker would. `edit` null: deletes it. */
    breakFile(remote: string, version: string, file: RegExp, edit: ((text: string) => string) | null): void {
      const path = join(...find(remote, version, file));
      const content = readFileSync(path);
      if (!originals.has(path)) originals.set(path, content);
      replace(path, edit && edit(content.toString()));
    },

    async repair(): Promise<void> {
      for (const [path, content] of originals) writeFileSync(path, content);
      originals.clear();
      for (const [remote, pointer] of pointers)
        if (!isDeepStrictEqual(await readPointer(folder, remote), pointer))
          await movePointer(folder, remote, () => pointer);
    },
  };
}

/** Starts a site on a store of its own, into which tests may release and which they may break. */
export async function startFaultSite() {
  const store = await createFaultStore();
  // It trusts a proxy, so that a test can send requests from other client addresses.
  return { store, ...(await startSite(store, { TRUST_PROXY: 'loopback' })) };
}
