import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { derive, EMPTY_POINTER, type Pointer } from '@space/store';
import { makeRecord } from '@space/store/testing';
import { makeScratch, startServerProcess, type ServerProcessOptions } from '../../src/testing/process.ts';

// Folders, and the sites in them that a server serves.

const createFolder = (before: typeof beforeEach, after: typeof afterEach) => {
  let folder = '';
  before(() => {
    folder = makeScratch('space-test-');
  });
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return (...names: readonly string[]) => join(folder, ...names);
};

/** Makes a folder for each test of a file. Returns a function that joins names to a path in it. */
export const folderForEach = () => createFolder(beforeEach, afterEach);

/** Like `folderForEach`, with one folder for all tests of a file. */
export const folderForAll = () => createFolder(beforeAll, afterAll);

/** Writes a file of a site, with its folders. Content that is no text is written as JSON. */
export function put(folder: string, path: string, content: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  const isText = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(join(folder, path), isText ? content : JSON.stringify(content));
}

/** Like `folderForEach`, with a site of one page in `site`; `start` starts a server process on it and on the folder `data`. */
export function placeForEach() {
  const at = folderForEach();
  beforeEach(() => put(at('site'), 'index.html', '<!doctype html><title>Better Space</title>'));
  const start = (options?: Partial<ServerProcessOptions>) =>
    startServerProcess({ dataDir: at('data'), siteDir: at('site'), ...options });
  return { at, start };
}

export const LIVE = '0.1.0-aaaaaaaaaaaa';
export const CANARY = '0.1.0-bbbbbbbbbbbb';
const SHELL = '0.1.0-cccccccccccc';
const SINCE = '2026-11-01T00:00:00.000Z';
const TEMPLATE = `<!doctype html><html lang="en"><head>
<meta name="supabase-url" content="/" /><meta name="events-url" content="" />
<!-- registry --></head></html>`;

/** Makes a store with a shell and a remote 'retro' that has a running canary. The releases contain no code. */
export async function makeCanaryStore(folder: string) {
  const release = (place: string, version: string, parts: object) => {
    const record = makeRecord(place === 'shell' ? 'shell' : 'retro', { version, ...parts });
    put(folder, `${place}/${version}/release.json`, record);
  };
  const pageAt = (path: string) => [{ path, access: 'public' }];
  const pointerFile = 'remotes/retro/pointer.json';
  const pointerTo = (version: string) => ({ ...EMPTY_POINTER, live: { version, since: SINCE } });
  release('shell', SHELL, { pages: pageAt('/auth'), entry: 'index.html' });
  put(folder, `shell/${SHELL}/index.html`, TEMPLATE);
  put(folder, 'shell/pointer.json', pointerTo(SHELL));
  for (const version of [LIVE, CANARY]) release('remotes/retro', version, { pages: pageAt('/retro') });
  put(folder, pointerFile, { ...pointerTo(LIVE), canary: { version: CANARY, percent: 20, since: SINCE } });
  await derive(folder);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const pointer = () => JSON.parse(read(pointerFile)) as Pointer; // the store itself wrote it
  return {
    folder,
    pointer,
    /** In one step, as the store does: the server may read it at any time. */
    setPointer(changes: Partial<Pointer>): void {
      put(folder, 'pointer.new', { ...pointer(), ...changes });
      renameSync(join(folder, 'pointer.new'), join(folder, pointerFile));
    },
    /** Whether the page of the remote offers a canary. */
    offersCanary: () => read('retro/index.html').includes(CANARY),
  };
}
