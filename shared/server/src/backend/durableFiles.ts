import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import type { PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { flushNow } from './files.ts';
import { DURABLE_PARAMETERS } from './startParameters.ts';

/** What of Emscripten's file system for Node is used here: PGlite reads and writes its folder through these. */
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

/** What happens to files, in its order: for a test that cuts the power in between. */
export interface FileWatcher {
  wrote(path: string, position: number, bytes: Uint8Array): void;
  created(path: string, isFolder: boolean): void;
  renamed(from: string, to: string): void;
  removed(path: string): void;
  resized(path: string, size: number): void;
  /** A flush of a file or folder begins. What it returns is called when it is over: what was done before it began is on the disk. */
  flushing(path: string): () => void;
}

const flushFile = promisify(fdatasync);

interface DurableFiles {
  options: Pick<PGliteOptions, 'fs' | 'startParams'>;
  flush: () => Promise<void>;
}

/** The write-ahead log. A change is safe as soon as its part of the log is. */
const LOG = `pg_wal${sep}`;

const IS_FOLDER = 0o040000;
const isFolder = ({ mode }: FileNode) => (mode & 0o170000) === IS_FOLDER;

/**
 * The files of a database that survive a power cut (decision 044). PGlite drops PostgreSQL's requests to flush: here they are
 * carried out. A flush of the write-ahead log at the end of a transaction is not waited for by the engine, which serves
 * everyone: `flush` does it beside the engine, and one does for all transactions that ended meanwhile. An answer may be sent
 * when it is over. Everything else is flushed in PostgreSQL's own order, and after what is left of the log.
 *
 * Takes the folder, and who is told of each change; returns options for PGlite and `flush`, which throws when the disk refuses: no
 * one knows then what is on it, so nothing is promised any more until the next start.
 */
export function durableFiles(folder: string, watcher?: FileWatcher): DurableFiles {
  /** Parts of the log that are to be flushed. */
  const dirty = new Set<string>();
  /** Parts of it whose flush has begun: they are not on the disk yet. */
  const underWay = new Set<string>();
  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;
  let failure: unknown = null;

  const isLog = (path: string) => relative(folder, path).startsWith(LOG);

  function flushNoted(path: string, sync: () => void): void {
    const isOver = watcher?.flushing(path);
    sync();
    isOver?.();
  }

  /** Before anything that relies on the log: a page must not be on the disk before what the log says of it. */
  function flushLog(): void {
    for (const path of new Set([...dirty, ...underWay])) {
      flushNoted(path, () => flushNow(path, fdatasyncSync));
    }
    dirty.clear();
    underWay.clear();
  }

  async function flushLater(path: string): Promise<void> {
    const isOver = watcher?.flushing(path);
    // At once: the engine may give the file another name before this goes on.
    const file = openSync(path, 'r');
    try {
      await flushFile(file);
    } finally {
      closeSync(file);
    }
    isOver?.();
  }

  async function flushDirty(): Promise<void> {
    queued = null;
    const paths = [...dirty];
    dirty.clear();
    for (const path of paths) underWay.add(path);
    try {
      await Promise.all(paths.map(flushLater));
      underWay.clear();
      running = null;
    } catch (error) {
      failure = error ?? new Error('The disk refused');
    }
  }

  function begin(): Promise<void> {
    running = flushDirty();
    return running;
  }

  async function flush(): Promise<void> {
    // A flush that has begun may have missed what was written since.
    if (dirty.size === 0) await running;
    else if (running === null) await begin();
    else await (queued ??= running.then(begin));
    if (failure !== null) throw new Error('The disk refused to keep a change', { cause: failure });
  }

  function watch(files: NodeFiles): void {
    const { node_ops: nodes, stream_ops: streams, realPath } = files;
    const before = { ...nodes, write: streams.write };
    streams.write = (stream, buffer, offset, length, position) => {
      const path = realPath(stream.node);
      if (!isLog(path)) flushLog();
      const written = before.write(stream, buffer, offset, length, position);
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
      flushNoted(path, () => (nfd === undefined ? flushNow(path) : fsyncSync(nfd)));
      return 0;
    };
    nodes.mknod = (parent, name, mode, device) => {
      const node = before.mknod(parent, name, mode, device);
      watcher?.created(realPath(node), isFolder(node));
      return node;
    };
    nodes.rename = (node, into, name) => {
      flushLog();
      const [from, to] = [realPath(node), join(realPath(into), name)];
      before.rename(node, into, name);
      watcher?.renamed(from, to);
    };
    nodes.unlink = (parent, name) => {
      flushLog();
      before.unlink(parent, name);
      watcher?.removed(join(realPath(parent), name));
    };
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined) flushLog();
      before.setattr(node, attributes);
      if (attributes.size !== undefined) watcher?.resized(realPath(node), attributes.size);
    };
  }

  class DurableFS extends NodeFS {
    override async init(...[pg, given]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
      const { emscriptenOpts } = await super.init(pg, given);
      const preRun = [...(emscriptenOpts.preRun ?? [])] as ((module: unknown) => void)[];
      // Before the folder is mounted.
      preRun.unshift((module) =>
        watch((module as { FS: { filesystems: { NODEFS: NodeFiles } } }).FS.filesystems.NODEFS),
      );
      return { emscriptenOpts: { ...emscriptenOpts, preRun } };
    }
  }

  return { options: { fs: new DurableFS(folder), startParams: DURABLE_PARAMETERS }, flush };
}
