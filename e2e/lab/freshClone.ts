import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureChromium, launchOptions } from '../support/chromium.ts';
import { newcomersEnvironment, startUntil } from '../support/command.ts';

// `npm run lab -- fresh-clone`: a newcomer's first steps in a new clone of the last commit. Installs and starts it, starts
// it again without a network (Linux, as root: in a network namespace of its own), and edits a component while `npm run dev`
// runs. Prints each step; exits with 1 at the first that fails.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'space-fresh-'));
const clone = join(folder, 'main');

const environment = newcomersEnvironment(ROOT);

const step = (text: string) => console.log(`✓ ${text}`);

async function startSite(...command: [string, ...string[]]): Promise<void> {
  const env = { ...environment, PORT: '4390' };
  const { match, stop } = await startUntil(command, /Open it\s+(http:\S+)/, { cwd: clone, env });
  const address = match[1] ?? '';
  // In a network namespace the address is reachable only inside it; the server prints it once it listens.
  if (command[0] === 'npm') {
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  }
  await stop();
}

async function editWhileDeveloping(): Promise<void> {
  const address = 'http://127.0.0.1:5170';
  const options = { cwd: clone, env: environment };
  const { stop } = await startUntil(['npm', 'run', 'dev'], /Better Space in development/, options);
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
    await stop();
  }
}

try {
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  await startSite('npm', 'start');
  step('a fresh clone: npm start installs, builds, and its address answers');
  await startSite('npm', 'start');
  step('npm start works a second time');
  await startSite('unshare', '-n', 'sh', '-c', 'ip link set lo up && exec npm start');
  step('npm start works without a network');
  await editWhileDeveloping();
  step('npm run dev shows an edited component of a remote without a reload');
  const statusArgs = ['status', '--porcelain', '--', ':!remotes/marketing/src/landing/Hero.tsx'];
  const changes = execFileSync('git', statusArgs, { cwd: clone, encoding: 'utf8' });
  if (changes !== '') throw new Error(`The clone is no longer clean:\n${changes}`);
  step('nothing in the clone has changed but the edited file');
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
