import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { derive, type Pointer } from '@space/store';
import { putLive, writeFiles } from '@space/store/testing';
import { folderForEach } from '../../src/testing/folders.ts';
import { startServerProcess, type ServerProcessOptions } from '../../src/testing/process.ts';

/** Like `folderForEach`, with a site of one page in `site`; `start` starts a server process on it and on the folder `data`. */
export function placeForEach() {
  const at = folderForEach();
  beforeEach(() => writeFiles(at('site'), { 'index.html': '<!doctype html>' }));
  const start = (options?: Partial<ServerProcessOptions>) =>
    startServerProcess({ dataDir: at('data'), siteDir: at('site'), ...options });
  return { at, start };
}

export const LIVE = '0.1.0-aaaaaaaaaaaa';
export const CANARY = '0.1.0-bbbbbbbbbbbb';
const TEMPLATE = `<!doctype html><html lang="en"><head>
<meta name="supabase-url" content="/" /><meta name="events-url" content="" />
<!-- registry --></head></html>`;

/** Makes a store with a shell and a remote 'retro' that has a running canary. The releases contain no code. */
export async function makeCanaryStore(folder: string) {
  const pageAt = (path: string) => [{ path, access: 'public' as const }];
  const file = join(folder, 'remotes/retro/pointer.json');
  putLive(folder, 'shell', { 'index.html': TEMPLATE }, { pages: pageAt('/auth'), entry: 'index.html' });
  for (const version of [CANARY, LIVE]) putLive(folder, 'retro', {}, { version, pages: pageAt('/retro') });
  const pointer = () => JSON.parse(readFileSync(file, 'utf8')) as Pointer; // the store itself wrote it
  /** In one step, as the store does: the server may read it at any time. */
  const setPointer = (changes: Partial<Pointer>) => {
    writeFiles(folder, { 'pointer.new': { ...pointer(), ...changes } });
    renameSync(join(folder, 'pointer.new'), file);
  };
  setPointer({ canary: { version: CANARY, percent: 20, since: '2026-11-01T00:00:00.000Z' } });
  await derive(folder);
  return { pointer, setPointer };
}
