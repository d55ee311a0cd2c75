import {
  cpSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileWatcher } from '../backend/durableFiles.ts';

/** One operation on the files of a database, with paths relative to its folder. */
type Change =
  | { kind: 'write'; path: string; position: number; bytes: Uint8Array }
  | { kind: 'create'; path: string; isFolder: boolean }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'remove'; path: string }
  | { kind: 'resize'; path: string; size: number }
  /** All changes of the file before entry `since` are on disk. */
  | { kind: 'flush'; path: string; since: number };

/** The number of bytes that a disk writes atomically. */
const SECTOR = 512;

/**
 * Records all operations on the files of a database in order, and creates images of what a disk may hold after a power cut at
 * any moment.
 *
 * Takes the folder of the database, and whether to simulate a bad disk that acknowledges flushes but ignores them. `watcher`
 * is for the backend; `length` is the number of operations recorded so far.
 */
export function recordFiles(folder: string, isLying = false) {
  const changes: Change[] = [];
  const own = (path: string) => relative(folder, path);
  const watcher: FileWatcher = {
    wrote: (path, position, bytes) => void changes.push({ kind: 'write', path: own(path), position, bytes }),
    created: (path, isFolder) => void changes.push({ kind: 'create', path: own(path), isFolder }),
    renamed: (path, to) => void changes.push({ kind: 'rename', path: own(path), to: own(to) }),
    removed: (path) => void changes.push({ kind: 'remove', path: own(path) }),
    resized: (path, size) => void changes.push({ kind: 'resize', path: own(path), size }),
    flushing(path) {
      const since = changes.length;
      return () => void changes.push({ kind: 'flush', path: own(path), since: isLying ? 0 : since });
    },
  };
  return {
    watcher,
    length: () => changes.length,
    makeImage: (options: Omit<ImageOptions, 'changes'>) => makeImage({ ...options, changes }),
  };
}

interface ImageOptions {
  changes: readonly Change[];
  /** The folder as it was before the first change. */
  base: string;
  /** The folder of the image, which must not exist yet. */
  image: string;
  /** The power is cut before this change. */
  at: number;
  /** A replacement for Math.random. */
  random: () => number;
}

/**
 * Creates one image of what may be on disk: everything flushed, and a random choice of the other sectors, so that writes are
 * lost, torn and reordered. Changes of names (create, rename, remove) stay in order, as in the journals of ext4 and XFS: a
 * flush of any file persists all of them that came before it, and of the later ones the first few survive.
 */
function makeImage({ changes, base, image, at, random }: ImageOptions): void {
  cpSync(base, image, { recursive: true });
  const past = changes.slice(0, at);
  const flushes = past.filter((change) => change.kind === 'flush');
  const journal = Math.max(0, ...flushes.map(({ since }) => since));
  const namesUntil = journal + Math.floor(random() * (at - journal + 1));
  // The share of unflushed sectors that reach the disk.
  const survivalRate = [0, 0.1, 0.5, 0.9, 1][Math.floor(random() * 5)] ?? 0;

  const isSafe = flushedOf(past);
  /** Paths that refer to another file in the image than they did for the database. */
  const detached = new Set<string>();
  const pathIn = (path: string) => join(image, path);
  for (const [index, change] of past.entries()) {
    const { kind, path } = change;
    if (kind === 'flush') continue;
    if (kind === 'write' || kind === 'resize') {
      if (detached.has(path) || !existsSync(pathIn(path))) continue;
      const file = openSync(pathIn(path), 'r+');
      if (kind === 'resize') {
        if (isSafe[index] || random() < survivalRate) ftruncateSync(file, change.size);
      } else if (isSafe[index]) writeSync(file, change.bytes, 0, change.bytes.length, change.position);
      else writeSomeSectors(file, change.position, change.bytes, () => random() < survivalRate);
      closeSync(file);
      continue;
    }
    if (index >= namesUntil) {
      detached.add(path);
      if (kind === 'rename') detached.add(change.to);
    } else if (kind === 'create' && change.isFolder) mkdirSync(pathIn(path), { recursive: true });
    else if (kind === 'create') {
      mkdirSync(dirname(pathIn(path)), { recursive: true });
      closeSync(openSync(pathIn(path), 'w'));
    } else if (kind === 'remove') rmSync(pathIn(path), { force: true });
    else if (existsSync(pathIn(path))) renameSync(pathIn(path), pathIn(change.to));
  }
}

/** For each change, whether its content is certainly on disk, even if the file was renamed later. */
function flushedOf(changes: readonly Change[]): boolean[] {
  const until = new Map<string, number>();
  const isSafe: boolean[] = [];
  for (const [index, change] of [...changes.entries()].toReversed()) {
    const { kind, path } = change;
    if (kind === 'flush') until.set(path, Math.max(until.get(path) ?? 0, change.since));
    else if (kind === 'rename') {
      until.set(path, until.get(change.to) ?? 0);
      until.delete(change.to);
    } else if (kind === 'remove') until.delete(path);
    else isSafe[index] = index < (until.get(path) ?? 0);
  }
  return isSafe;
}

/** Writes a random choice of the sectors of a write. */
function writeSomeSectors(file: number, position: number, bytes: Uint8Array, survives: () => boolean): void {
  for (let start = position; start < position + bytes.length;) {
    const end = Math.min(position + bytes.length, (Math.floor(start / SECTOR) + 1) * SECTOR);
    if (survives()) writeSync(file, bytes, start - position, end - start, start);
    start = end;
  }
}
