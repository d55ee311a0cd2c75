import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { derive, type Pointer } from '@space/store';
import { makeRecord } from '@space/store/testing';

export const LIVE = '0.1.0-aaaaaaaaaaaa';
export const CANARY = '0.1.0-bbbbbbbbbbbb';
const SHELL_VERSION = '0.1.0-cccccccccccc';

const TEMPLATE = `<!doctype html><html lang="en"><head>
<meta name="supabase-url" content="/" /><meta name="events-url" content="" />
<!-- registry --></head></html>`;

export type CanaryStore = Awaited<ReturnType<typeof makeCanaryStore>>;

/** Makes a store with a shell and a remote 'retro' that has a running canary. The releases contain no code. */
export async function makeCanaryStore() {
  const folder = mkdtempSync(join(tmpdir(), 'space-canary-'));
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const pointerFile = 'remotes/retro/pointer.json';
  const since = '2026-11-01T00:00:00.000Z';
  const emptyPointer = { history: [], canary: null, halted: null, disabled: null };

  put(`shell/${SHELL_VERSION}/index.html`, TEMPLATE);
  const writeRecord = (at: string, name: string, version: string, path: string, more: object = {}) => {
    const record = makeRecord(name, { version, pages: [{ path, access: 'public' }], ...more });
    put(`${at}/${version}/release.json`, JSON.stringify(record));
  };
  writeRecord('shell', 'shell', SHELL_VERSION, '/auth', { entry: 'index.html' });
  put('shell/pointer.json', JSON.stringify({ ...emptyPointer, live: { version: SHELL_VERSION, since } }));
  for (const version of [LIVE, CANARY]) writeRecord('remotes/retro', 'retro', version, '/retro');
  const canary = { version: CANARY, percent: 20, since };
  put(pointerFile, JSON.stringify({ ...emptyPointer, live: { version: LIVE, since }, canary }));
  await derive(folder);

  // The store itself wrote the file.
  const pointer = () => JSON.parse(read(pointerFile)) as Pointer;
  return {
    folder,
    pointer,
    setPointer: (changes: Partial<Pointer>): void =>
      put(pointerFile, JSON.stringify({ ...pointer(), ...changes })),
    /** Whether the page of the remote offers a canary. */
    offersCanary: (): boolean => read('retro/index.html').includes(CANARY),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}
