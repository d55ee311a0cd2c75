import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPointer, type ReleaseRecord } from '@space/store';
import { gateAgainstStore } from '../src/gate/gate.ts';
import { publish } from '../src/releaseApp.ts';
import { runCommand } from './commandLine.ts';
import { SMALL_SHELL, putLive, writeRelease } from './smallRelease.ts';

// Two contracts in one store and a shell that drops the older one.

let home: string;
let store: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'space-contracts-'));
  store = join(home, 'store');
  await putLive(store, { name: 'shell', record: { ...SMALL_SHELL, contracts: [1, 2] } });
  await putLive(store, { name: 'clock', record: { contract: 1 } });
  await putLive(store, { name: 'notes', record: { contract: 2, uses: ['tasks', 'useToday'] } });
});
afterEach(() => rm(home, { recursive: true, force: true }));

const V1 = '0.1.0-0123456789ab';
const NEXT = { a: '0.1.0-aaaaaaaaaaaa', b: '0.1.0-bbbbbbbbbbbb' };

async function runGate(name: string, content: string, record: Partial<ReleaseRecord>) {
  const folder = join(home, `${name}-${content}`);
  const candidate = { record: await writeRelease(folder, { name, content, record }), folder };
  return { candidate, refusals: await gateAgainstStore(store, candidate) };
}

/** Runs the gate on a shell that no longer supports contract 1. */
const gateNewShell = async () =>
  (await runGate('shell', 'cccccccccccc', { ...SMALL_SHELL, contract: 2, contracts: [2] })).refusals;

/** Releases a version of the remote clock with contract 2. */
async function moveClock(letter: keyof typeof NEXT): Promise<void> {
  const { candidate, refusals } = await runGate('clock', letter.repeat(12), { contract: 2 });
  expect(refusals).toEqual([]);
  await publish(store, candidate);
}

describe('the gate', () => {
  test('accepts remotes of both contracts, and refuses a shell that drops one while a release needs it', async () => {
    expect(await gateNewShell()).toEqual([
      { rule: 'contract', message: `clock ${V1} would not run: contract 1 is not 2` },
    ]);
    await moveClock('a');
    // Browsers fall back to the previous version, so it must run as long as it is offered.
    expect((await gateNewShell()).map(({ message }) => message)).toEqual([
      `clock ${V1} would not run: contract 1 is not 2`,
    ]);
    await moveClock('b');
    expect(await gateNewShell()).toEqual([]);
  });

  test('accepts only the one contract that the record of an older shell names', async () => {
    await putLive(store, { name: 'shell', record: { ...SMALL_SHELL, contract: 1 } });
    expect((await runGate('clock', 'aaaaaaaaaaaa', { contract: 1 })).refusals).toEqual([]);
    expect((await runGate('clock', 'bbbbbbbbbbbb', { contract: 2 })).refusals).toEqual([
      { rule: 'contract', message: 'contract 2 is not 1' },
    ]);
  });

  test('a rollback may go from one contract to another if the shell supports both', async () => {
    await moveClock('a');
    const live = async () => (await readPointer(store, 'clock')).live?.version;
    await runCommand('rollback', 'clock', '--store', store);
    expect(await live()).toBe(V1);
    await runCommand('rollback', 'clock', NEXT.a, '--store', store);
    expect(await live()).toBe(NEXT.a);
  });
});
