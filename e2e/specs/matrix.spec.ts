import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { readPointer } from '@space/store';
import type { MatrixEntry } from '../lab/matrix/runMatrix.ts';
import { addVersion } from '../support/addVersion.ts';
import { copyStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';

const MATRIX = fileURLToPath(new URL('../lab/matrix/run.ts', import.meta.url));

/** Runs `npm run lab -- matrix settings --json` on a store. */
function runMatrix(store: Store): { status: number | null; entries: MatrixEntry[]; said: string } {
  const words = [
    '--disable-warning=ExperimentalWarning',
    MATRIX,
    'settings',
    '--json',
    '--store',
    store.folder,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  // The command's own output.
  return { status, entries: stdout === '' ? [] : (JSON.parse(stdout) as MatrixEntry[]), said: stderr };
}

test('every published version loads in the live shell, or is refused with its reason', async () => {
  test.slow();
  const store = copyStore();
  try {
    const { live } = await readPointer(store.folder, 'settings');
    const other = await addVersion(store.folder, 'settings', {
      content: '000000000002',
      append: ['assets/container-', '\n// another one\n'],
    });
    const strange = await addVersion(store.folder, 'settings', {
      content: '000000000003',
      record: { contract: 99 },
    });
    const hashes = store.hashes();

    const good = runMatrix(store);
    const entryOf = (version: string | undefined) => good.entries.find((one) => one.version === version);
    expect(good.said).toBe('');
    expect(entryOf(live?.version)).toMatchObject({ isLive: true, verdict: 'loads', reasons: [] });
    expect(entryOf(other)).toMatchObject({ isLive: false, verdict: 'loads', reasons: [] });
    expect(entryOf(strange)).toMatchObject({
      verdict: 'refused',
      reasons: ['contract: contract 99 is not 1'],
    });
    expect(good.status).toBe(0);
    // The store itself was only read.
    expect(store.hashes()).toEqual(hashes);

    const faulty = await addVersion(store.folder, 'settings', {
      content: '000000000004',
      append: ['assets/container-', '\nthrow new Error("not today");\n'],
    });
    const bad = runMatrix(store);
    expect(bad.entries.find(({ version }) => version === faulty)).toMatchObject({
      verdict: 'broken',
      reasons: expect.arrayContaining(["/settings: 'This page could not be loaded' is shown in its place"]),
    });
    expect(bad.status).toBe(1);
  } finally {
    store.discard();
  }
});
