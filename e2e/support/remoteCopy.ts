import { freePort } from '@space/server/testing/freePort';
import { copySource } from './store.ts';
import type { Source } from './store.ts';

/** The source of a remote, copied, with a development server of its own. */
export interface RemoteCopy extends Source {
  /** Of its development server. */
  origin: string;
}

/** Copies a remote's source and gives it a port of its own: a test may change it. */
export async function copyRemote(name: string): Promise<RemoteCopy> {
  const source = copySource(name);
  const port = await freePort();
  source.edit('remote.json', /"port": \d+/, `"port": ${port}`);
  return { ...source, origin: `http://127.0.0.1:${port}` };
}
