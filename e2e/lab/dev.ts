import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { freePort } from '@space/server/testing/process';
import { createAccount, restoreSession } from '../support/accounts.ts';
import { ensureChromium, launchOptions } from '../support/chromium.ts';
import { startUntil } from '../support/command.ts';

// `npm run lab -- dev`: what `npm run dev` costs without caches and accounts: seconds until a browser shows the first page,
// and the memory of all its processes after a page of every remote was opened (Linux).

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATHS = ['/', '/pricing', '/retro', '/dashboard', '/settings'];
const LIMITS = { seconds: 15, megabytes: 1200 };

/** The resident memory in megabytes and the CPU seconds of a process and all its descendants. */
function costOf(root: number): { megabytes: number; cpu: number } {
  const stats = readdirSync('/proc').flatMap((name) => {
    try {
      // After the name in parentheses: state, parent, …; times are in hundredths of a second, memory in pages of 4 kB.
      const stat = readFileSync(`/proc/${Number(name)}/stat`, 'utf8');
      const fields = stat
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
      const [parent = 0, user = 0, system = 0, pages = 0] = [1, 11, 12, 21].map((index) => fields[index]);
      return [{ id: Number(name), parent, cpu: (user + system) / 100, megabytes: (pages * 4) / 1024 }];
    } catch {
      return []; // no process, or one that has just ended
    }
  });
  const descendants = new Set([root]);
  // A child may be listed before its parent.
  for (let size = 0; size < descendants.size;) {
    size = descendants.size;
    for (const { id, parent } of stats) if (descendants.has(parent)) descendants.add(id);
  }
  const total = { megabytes: 0, cpu: 0 };
  for (const { id, megabytes, cpu } of stats) {
    if (!descendants.has(id)) continue;
    total.megabytes += megabytes;
    total.cpu += cpu;
  }
  return total;
}

const caches = ['shell', ...readdirSync(join(ROOT, 'remotes')).map((name) => `remotes/${name}`)];
for (const folder of caches)
  rmSync(join(ROOT, folder, 'node_modules/.vite'), { recursive: true, force: true });
const dataDir = mkdtempSync(join(tmpdir(), 'space-lab-dev-'));
const port = String(await freePort());
const origin = `http://127.0.0.1:${port}`;
const browser = await chromium.launch(launchOptions(ensureChromium()));
const start = performance.now();
const env = { ...process.env, PORT: port, DATA_DIR: dataDir };
const { pid, stop } = await startUntil(['npm', 'run', 'dev'], /in development:/, { cwd: ROOT, env });
try {
  const page = await browser.newPage();
  const open = async (path: string) => {
    await page.goto(origin + path, { timeout: 180_000 });
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 180_000 });
  };
  await open('/');
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `first page: ${seconds.toFixed(1)} s, of CPU ${costOf(pid).cpu.toFixed(1)} s (promised: ${LIMITS.seconds} s)`,
  );
  // The pages of planner and settings require a session.
  const publishableKey = await page.locator('meta[name="supabase-key"]').getAttribute('content');
  const { session } = await createAccount({ origin, publishableKey: publishableKey ?? '' });
  await restoreSession(page.context(), session);
  for (const path of PATHS) await open(path);
  const { megabytes, cpu } = costOf(pid);
  console.log(
    `a page of every remote: ${Math.round(megabytes)} MB (promised: ${LIMITS.megabytes}), of CPU ${cpu.toFixed(1)} s`,
  );
  if (seconds > LIMITS.seconds || megabytes > LIMITS.megabytes) process.exitCode = 1;
} finally {
  await Promise.all([stop(), browser.close()]);
  rmSync(dataDir, { recursive: true, force: true });
}
