import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_VERSION, PLUGIN_VERSION } from '@space/federation';
import { ROOT, TEST_SITE } from '@space/release';
import { publish } from '@space/release/publish';
import { writeRelease } from '@space/release/testing';
import { derive } from '@space/store';
import { startUntil } from '../support/command.ts';

// `npm run lab -- start`: how long `npm run serve` and `npm start` take until the site responds, with many remotes and
// versions in the store. Exits with 1 if one exceeds its limit, or if a start builds something.

const REMOTES = 20;
const VERSIONS = 10;
const ROUNDS = 3;
const TASKS = [
  { args: ['run', 'serve'], limit: 2 },
  { args: ['start'], limit: 3 },
];

const home = await mkdtemp(join(tmpdir(), 'space-start-'));
const store = join(home, 'site');

/** Adds a release of a realistic size: thirty chunks. */
async function release(name: string, version: number): Promise<void> {
  const folder = join(home, 'built', name, String(version));
  const chunk = (index: number) => `export const part${index} = '${name} ${version}';\n`.repeat(200);
  const chunks = Array.from({ length: 30 }, (_, index) => [`assets/chunk-${index}.js`, chunk(index)]);
  const content = Buffer.from(`${name}${version}`).toString('hex').padStart(12, '0').slice(-12);
  const record = { contract: CONTRACT_VERSION, plugin: PLUGIN_VERSION, uses: [] };
  const files = Object.fromEntries(chunks) as Record<string, string>;
  await publish(store, { folder, record: await writeRelease(folder, { name, content, files, record }) });
}

/** Runs npm. Returns the seconds until the site responds, and npm's output. */
async function start(args: readonly string[]): Promise<{ seconds: number; output: string }> {
  const before = performance.now();
  const env = { ...process.env, SITE_DIR: store, DATA_DIR: join(home, 'data'), PORT: '0' };
  const ready = /Open it\s+(http:\S+)/;
  const { match, output, stop } = await startUntil(['npm', ...args], ready, { cwd: ROOT, env });
  const origin = match[1] ?? '';
  const response = await fetch(origin, { headers: { accept: 'text/html' } });
  const seconds = (performance.now() - before) / 1000;
  if (!response.ok) throw new Error(`${origin} answers ${response.status}`);
  await stop();
  return { seconds, output: output() };
}

try {
  await cp(TEST_SITE, store, { recursive: true });
  for (let remote = 0; remote < REMOTES; remote += 1)
    for (let version = 0; version < VERSIONS; version += 1) await release(`remote-${remote}`, version);
  await derive(store);
  const first = await start(['run', 'serve']);
  console.log(`npm run serve, the first one, which makes the database: ${first.seconds.toFixed(1)} s`);
  for (const { args, limit } of TASKS) {
    const starts: Awaited<ReturnType<typeof start>>[] = [];
    for (let time = 0; time < ROUNDS; time += 1) starts.push(await start(args));
    const seconds = starts.map((one) => one.seconds).sort((one, other) => one - other)[1] ?? Infinity;
    const builds = starts.some(({ output }) => /building/.test(output));
    const isKept = seconds <= limit && !builds;
    const what = `npm ${args.join(' ')}: ${seconds.toFixed(1)} s of ${limit} s${builds ? ', and it builds' : ''}`;
    console.log(`${isKept ? '✓' : '✗'} ${what} (${REMOTES} remotes of ${VERSIONS} versions beside ours)`);
    if (!isKept) process.exitCode = 1;
  }
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}
