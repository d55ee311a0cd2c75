import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureChromium, launchOptions } from '../support/chromium.ts';

// `npm run lab -- fresh-clone`: what a newcomer does, in a clone of the last commit in an empty folder. Installs and starts
// it, starts it again without a network (Linux, as root: in a network namespace of its own), and edits a component while
// `npm run dev` runs. Prints each step; ends with 1 at the first that fails.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'space-fresh-'));
const clone = join(folder, 'main');

/** A newcomer's environment: none of this project's own tools in the path. */
const environment = {
  ...process.env,
  PATH: (process.env['PATH'] ?? '')
    .split(':')
    .filter((entry) => !entry.startsWith(ROOT))
    .join(':'),
};

const step = (text: string) => console.log(`✓ ${text}`);

/** Starts a command in the clone and waits for a line on its output. Throws with the output when it ends before. */
async function startUntil(command: string, args: string[], line: RegExp, env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: clone,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const found = line.exec(output);
      if (found) resolve(found);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', () => reject(new Error(output)));
  });
  return { child, match };
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  // The whole group, as Ctrl+C in a terminal does.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await closed;
}

async function startSite(command: string, args: string[]): Promise<void> {
  const { child, match } = await startUntil(command, args, /Open it\s+(http:\S+)/, { PORT: '4390' });
  const address = match[1] ?? '';
  // Inside a namespace of its own the address answers there alone; the server has printed it once it listens.
  if (command === 'npm') {
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  }
  await stop(child);
}

async function editWhileDeveloping(): Promise<void> {
  const address = 'http://127.0.0.1:5170';
  const isReady = /Better Space in development/;
  const { child } = await startUntil('npm', ['run', 'dev'], isReady, {});
  const browser = await chromium.launch(launchOptions(ensureChromium()));
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' }).waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    const file = join(clone, 'remotes/marketing/src/landing/Hero.tsx');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Tap into a', 'Moved into a'));
    await page.getByRole('heading', { level: 1, name: 'Moved into a Better Space' }).waitFor();
    const isSame = await page.evaluate(() => 'isSameDocument' in globalThis);
    if (!isSame) throw new Error('The page was reloaded instead of refreshed');
  } finally {
    await browser.close();
    await stop(child);
  }
}

try {
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  await startSite('npm', ['start']);
  step('a fresh clone: npm start installs, builds, and its address answers');
  await startSite('npm', ['start']);
  step('npm start works a second time');
  await startSite('unshare', ['-n', 'sh', '-c', 'ip link set lo up && exec npm start']);
  step('npm start works without a network');
  await editWhileDeveloping();
  step('npm run dev shows an edited component of a remote without a reload');
  const words = ['status', '--porcelain', '--', ':!remotes/marketing/src/landing/Hero.tsx'];
  const changes = execFileSync('git', words, { cwd: clone, encoding: 'utf8' });
  if (changes !== '') throw new Error(`The clone is no longer clean:\n${changes}`);
  step('nothing in the clone has changed but the edited file');
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
