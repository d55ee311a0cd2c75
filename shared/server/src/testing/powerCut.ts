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

/** What was done to the files of a database, paths from its folder. */
type Change =
  | { kind: 'write'; path: string; position: number; bytes: Uint8Array }
  | { kind: 'create'; path: string; isFolder: boolean }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'remove'; path: string }
  | { kind: 'resize'; path: string; size: number }
  /** All that was done to the file before entry `since` is on the disk. */
  | { kind: 'flush'; path: string; since: number };

/** What disks write as a whole. */
const SECTOR = 512;

/**
 * Records what is done to the files of a database, in its order, and makes what a disk may hold after a power cut at any moment
 * of it.
 *
 * Takes the folder of the database, and whether the disk is a bad one that says of every flush that it is done, and does
 * nothing. `watcher` goes to the backend; `length` is how much was recorded by now.
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
  /** Where the image goes: a folder that there is not. */
  image: string;
  /** The power is cut before this change. */
  at: number;
  /** From 0 to below 1, as Math.random. */
  random: () => number;
}

/**
 * Makes one image of what may be on the disk: all that was flushed; of everything else each sector of 512 bytes by chance, so that
 * writes are dropped, torn and reordered. Names (made, moved, removed) are kept in their order, as the journals of ext4 and XFS
 * do: a flush of anything keeps all that came before, and of the rest any first part is there.
 */
function makeImage({ changes, base, image, at, random }: ImageOptions): void {
  cpSync(base, image, { recursive: true });
  const past = changes.slice(0, at);
  const flushes = past.filter((change) => change.kind === 'flush');
  const journal = Math.max(0, ...flushes.map(({ since }) => since));
  const namesUntil = journal + Math.floor(random() * (at - journal + 1));
  // Nothing at all, everything, or any part of what was not flushed.
  const luck = [0, 0.1, 0.5, 0.9, 1][Math.floor(random() * 5)] ?? 0;

  const isSafe = flushedOf(past);
  /** Names that mean another file here than they meant to who wrote. */
  const detached = new Set<string>();
  const place = (path: string) => join(image, path);
  for (const [index, change] of past.entries()) {
    const { kind, path } = change;
    if (kind === 'flush') continue;
    if (kind === 'write' || kind === 'resize') {
      if (detached.has(path) || !existsSync(place(path))) continue;
      const file = openSync(place(path), 'r+');
      if (kind === 'resize') {
        if (isSafe[index] || random() < luck) ftruncateSync(file, change.size);
      } else if (isSafe[index]) writeSync(file, change.bytes, 0, change.bytes.length, change.position);
      else writeSome(file, change.position, change.bytes, () => random() < luck);
      closeSync(file);
      continue;
    }
    if (index >= namesUntil) {
      detached.add(path);
      if (kind === 'rename') detached.add(change.to);
    } else if (kind === 'create' && change.isFolder) mkdirSync(place(path), { recursive: true });
    else if (kind === 'create') {
      mkdirSync(dirname(place(path)), { recursive: true });
      closeSync(openSync(place(path), 'w'));
    } else if (kind === 'remove') rmSync(place(path), { force: true });
    else if (existsSync(place(path))) renameSync(place(path), place(change.to));
  }
}

/** Of each change whether its content is on the disk for certain, under whatever name by the end. */
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

/** Writes those sectors of a write that chance lets through. */
function writeSome(file: number, position: number, bytes: Uint8Array, isLucky: () => boolean): void {
  for (let start = position; start < position + bytes.length;) {
    const end = Math.min(position + bytes.length, (Math.floor(start / SECTOR) + 1) * SECTOR);
    if (isLucky()) writeSync(file, bytes, start - position, end - start, start);
    start = end;
  }
}
