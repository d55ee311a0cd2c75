import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import type { PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { flushNow } from './files.ts';
import { DURABLE_PARAMETERS } from './startParameters.ts';

/** The used part of Emscripten's file system for Node, through which PGlite reads and writes its folder. */
interface FileNode {
  mode: number;
}
interface Stream {
  node: FileNode;
  nfd?: number;
}
interface NodeFiles {
  realPath(node: FileNode): string;
  node_ops: {
    mknod(parent: FileNode, name: string, mode: number, device: number): FileNode;
    rename(node: FileNode, folder: FileNode, name: string): void;
    unlink(parent: FileNode, name: string): void;
    setattr(node: FileNode, attributes: { size?: number }): void;
  };
  stream_ops: {
    fsync?: (stream: Stream) => number;
    write(stream: Stream, buffer: Int8Array, offset: number, length: number, position: number): number;
  };
}

/** Observes all changes of files, in order: for a test that simulates power cuts. */
export interface FileWatcher {
  wrote(path: string, position: number, bytes: Uint8Array): void;
  created(path: string, isFolder: boolean): void;
  renamed(from: string, to: string): void;
  removed(path: string): void;
  resized(path: string, size: number): void;
  /** A flush of a file or folder begins. Returns a callback for its end: earlier changes are then on the disk. */
  flushing(path: string): () => void;
}

const flushFile = promisify(fdatasync);

interface DurableFiles {
  options: Pick<PGliteOptions, 'fs' | 'startParams'>;
  flush: () => Promise<void>;
}

/** The folder of the write-ahead log. A change is durable as soon as its part of the log is flushed. */
const LOG_FOLDER = `pg_wal${sep}`;

const FOLDER_MODE = 0o040000;
const isFolder = ({ mode }: FileNode) => (mode & 0o170000) === FOLDER_MODE;

/**
 * A file system for PGlite whose data survives a power cut (decision 044). PGlite ignores PostgreSQL's flush requests;
 * this one carries them out. The engine, which serves all users, does not wait for the flush of the write-ahead log after
 * a transaction: `flush` does that outside the engine, once for all transactions that ended meanwhile. Send a response
 * only after `flush`. Everything else is flushed in PostgreSQL's own order, and only after the pending part of the log.
 *
 * Takes the folder, and an observer of each change; returns options for PGlite and `flush`. After an error of the disk its
 * content is unknown, so `flush` rejects until the next start.
 */
export function durableFiles(folder: string, watcher?: FileWatcher): DurableFiles {
  /** Files of the log that have to be flushed. */
  const dirty = new Set<string>();
  /** Files of the log whose flush has begun but not ended. */
  const inFlight = new Set<string>();
  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;
  let failure: unknown = null;

  const isLog = (path: string) => relative(folder, path).startsWith(LOG_FOLDER);

  function flushWatched(path: string, sync: () => void): void {
    const onFlushed = watcher?.flushing(path);
    sync();
    onFlushed?.();
  }

  /** Flushes the log before other files change: a page must not reach the disk before its log record. */
  function flushLog(): void {
    for (const path of new Set([...dirty, ...inFlight])) {
      flushWatched(path, () => flushNow(path, fdatasyncSync));
    }
    dirty.clear();
    inFlight.clear();
  }

  async function flushLater(path: string): Promise<void> {
    const onFlushed = watcher?.flushing(path);
    // Opened synchronously: the engine may rename the file before an asynchronous open completes.
    const file = openSync(path, 'r');
    try {
      await flushFile(file);
    } finally {
      closeSync(file);
    }
    onFlushed?.();
  }

  async function flushDirty(): Promise<void> {
    queued = null;
    const paths = [...dirty];
    dirty.clear();
    for (const path of paths) inFlight.add(path);
    try {
      await Promise.all(paths.map(flushLater));
      inFlight.clear();
      running = null;
    } catch (error) {
      failure = error ?? new Error('The disk refused');
    }
  }

  function startFlush(): Promise<void> {
    running = flushDirty();
    return running;
  }

  async function flush(): Promise<void> {
    // A flush that has already begun may miss later writes.
    if (dirty.size === 0) await running;
    else if (running === null) await startFlush();
    else await (queued ??= running.then(startFlush));
    if (failure !== null) throw new Error('The disk refused to keep a change', { cause: failure });
  }

  function interceptChanges(files: NodeFiles): void {
    const { node_ops: nodes, stream_ops: streams, realPath } = files;
    const original = { ...nodes, write: streams.write };
    streams.write = (stream, buffer, offset, length, position) => {
      const path = realPath(stream.node);
      if (!isLog(path)) flushLog();
      const written = original.write(stream, buffer, offset, length, position);
      watcher?.wrote(
        path,
        position,
        new Uint8Array(buffer.buffer.slice(offset, offset + written) as ArrayBuffer),
      );
      return written;
    };
    streams.fsync = ({ node, nfd }) => {
      const path = realPath(node);
      if (isLog(path) && !isFolder(node)) {
        dirty.add(path);
        return 0;
      }
      flushLog();
      flushWatched(path, () => (nfd === undefined ? flushNow(path) : fsyncSync(nfd)));
      return 0;
    };
    nodes.mknod = (parent, name, mode, device) => {
      const node = original.mknod(parent, name, mode, device);
      watcher?.created(realPath(node), isFolder(node));
      return node;
    };
    nodes.rename = (node, into, name) => {
      flushLog();
      const [from, to] = [realPath(node), join(realPath(into), name)];
      original.rename(node, into, name);
      watcher?.renamed(from, to);
    };
    nodes.unlink = (parent, name) => {
      flushLog();
      original.unlink(parent, name);
      watcher?.removed(join(realPath(parent), name));
    };
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined) flushLog();
      original.setattr(node, attributes);
      if (attributes.size !== undefined) watcher?.resized(realPath(node), attributes.size);
    };
  }

  class DurableFS extends NodeFS {
    override async init(...[pg, given]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
      const { emscriptenOpts } = await super.init(pg, given);
      const preRun = [...(emscriptenOpts.preRun ?? [])] as ((module: unknown) => void)[];
      // First, so that it runs before the folder is mounted.
      preRun.unshift((module) =>
        interceptChanges((module as { FS: { filesystems: { NODEFS: NodeFiles } } }).FS.filesystems.NODEFS),
      );
      return { emscriptenOpts: { ...emscriptenOpts, preRun } };
    }
  }

  return { options: { fs: new DurableFS(folder), startParams: DURABLE_PARAMETERS }, flush };
}
