import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Not seen by git, and as deep as `remotes/`, so that a configuration's relative paths stay right. */
const SCRATCH = join(ROOT, '.space');

export interface RemoteCopy {
  folder: string;
  /** Of its development server. */
  origin: string;
  /** Replaces words in one of its files. Throws when they are not there. */
  edit(file: string, from: string, to: string): void;
  discard(): void;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  server.close();
  await once(server, 'close');
  return port;
}

/** Copies a remote's source, with what is installed for it and a port of its own: a test may change it. */
export async function copyRemote(name: string): Promise<RemoteCopy> {
  const source = join(ROOT, 'remotes', name);
  mkdirSync(SCRATCH, { recursive: true });
  const folder = mkdtempSync(join(SCRATCH, `copy-of-${name}-`));
  for (const entry of readdirSync(source)) {
    if (entry !== 'node_modules' && !entry.startsWith('dist'))
      cpSync(join(source, entry), join(folder, entry), { recursive: true });
  }
  mkdirSync(join(folder, 'node_modules'));
  for (const entry of readdirSync(join(source, 'node_modules'))) {
    // Its own caches; those of the remote itself are left alone.
    if (entry.startsWith('.') && entry !== '.bin') continue;
    symlinkSync(join(source, 'node_modules', entry), join(folder, 'node_modules', entry));
  }
  const edit = (file: string, change: (text: string) => string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`Nothing to change in ${file}`);
    writeFileSync(join(folder, file), changed);
  };
  const port = await freePort();
  edit('remote.json', (text) => text.replace(/"port": \d+/, `"port": ${port}`));
  return {
    folder,
    origin: `http://127.0.0.1:${port}`,
    edit: (file, from, to) => edit(file, (text) => text.replace(from, to)),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
