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

    // The same as `npm run lab -- matrix settings --json`; without a name the command checks all remotes.
    const args = [
      '--disable-warning=ExperimentalWarning',
      MATRIX,
      'settings',
      '--json',
      '--store',
      store.folder,
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    // The command's own output.
    const entries = JSON.parse(stdout) as MatrixEntry[];
    const entryFor = (version: string) => entries.find((one) => one.version === version);
    expect(entryFor(live)).toMatchObject({ isLive: true, verdict: 'loads', reasons: [] });
    expect(entryFor(other)).toMatchObject({ isLive: false, verdict: 'loads', reasons: [] });
    expect(entryFor(strange)).toMatchObject({
      verdict: 'refused',
      reasons: ['contract: contract 99 is not 1 or 2'],
    });
    expect(entryFor(faulty)).toMatchObject({
      verdict: 'broken',
      reasons: expect.arrayContaining(["/settings: 'This page could not be loaded' is shown in its place"]),
    });
    expect(status).toBe(1);
    // The run has changed nothing in the store.
    expect(store.hashes()).toEqual(hashes);
  } finally {
    store.discard();
  }
});
