import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFaultStore } from '../lab/faults/faultStore.ts';
import type { MatrixEntry } from '../lab/matrix/runMatrix.ts';
import { expect, test } from '../support/test.ts';

const MATRIX = fileURLToPath(new URL('../lab/matrix/run.ts', import.meta.url));
const CONTAINER = /^assets\/container-/;

test('every published version loads in the live shell, is refused with its reason, or fails the run', async () => {
  const store = await createFaultStore();
  const add = (remote: string, text: string, record = {}) =>
    store.addVersion(remote, CONTAINER, (before) => `${before}\n${text}\n`, record);
  try {
    const live = store.soundOf('settings');
    const other = await add('settings', '// another one');
    const strange = await add('settings', '// a strange one', { contract: 99 });
    const faulty = await add('settings', 'throw new Error("not today");');
    const hashes = store.hashes();

    // As `npm run lab -- matrix settings --json` does; without a name it looks at all remotes.
    const words = [
      '--disable-warning=ExperimentalWarning',
      MATRIX,
      'settings',
      '--json',
      '--store',
      store.folder,
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stderr).toBe('');
    // The command's own output.
    const entries = JSON.parse(stdout) as MatrixEntry[];
    const entryOf = (version: string) => entries.find((one) => one.version === version);
    expect(entryOf(live)).toMatchObject({ isLive: true, verdict: 'loads', reasons: [] });
    expect(entryOf(other)).toMatchObject({ isLive: false, verdict: 'loads', reasons: [] });
    expect(entryOf(strange)).toMatchObject({
      verdict: 'refused',
      reasons: ['contract: contract 99 is not 1 or 2'],
    });
    expect(entryOf(faulty)).toMatchObject({
      verdict: 'broken',
      reasons: expect.arrayContaining(["/settings: 'This page could not be loaded' is shown in its place"]),
    });
    expect(status).toBe(1);
    // The store itself was only read.
    expect(store.hashes()).toEqual(hashes);
  } finally {
    store.discard();
  }
});
