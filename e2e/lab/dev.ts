import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { freePort } from '@space/server/testing/freePort';
import { createAccount, restoreSession } from '../support/accounts.ts';
import { ensureChromium, launchOptions } from '../support/chromium.ts';
import { startUntil } from '../support/command.ts';

// `npm run lab -- dev`: what `npm run dev` costs a newcomer, with nothing compiled before and no accounts: seconds until the
// first page is shown in a browser, and the memory of all its processes once a page of every remote was opened (Linux).

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATHS = ['/', '/pricing', '/retro', '/dashboard', '/settings'];
const PROMISES = { seconds: 15, megabytes: 1200 };

/** What a process and all below it have resident, in megabytes, and the seconds of CPU that they have used. */
function costOf(root: number): { megabytes: number; cpu: number } {
  const stats = readdirSync('/proc').flatMap((name) => {
    try {
      // Behind the name in brackets: state, parent, …; times are in hundredths of a second, memory in pages of 4 kB.
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
  const family = new Set([root]);
  // A child may stand before its parent.
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { id, parent } of stats) if (family.has(parent)) family.add(id);
  }
  const total = { megabytes: 0, cpu: 0 };
  for (const { id, megabytes, cpu } of stats) {
    if (!family.has(id)) continue;
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
    `first page: ${seconds.toFixed(1)} s, of CPU ${costOf(pid).cpu.toFixed(1)} s (promised: ${PROMISES.seconds} s)`,
  );
  // The planner's and the settings' pages open for who is signed in.
  const publishableKey = await page.locator('meta[name="supabase-key"]').getAttribute('content');
  const { session } = await createAccount({ origin, publishableKey: publishableKey ?? '' });
  await restoreSession(page.context(), session);
  for (const path of PATHS) await open(path);
  const { megabytes, cpu } = costOf(pid);
  console.log(
    `a page of every remote: ${Math.round(megabytes)} MB (promised: ${PROMISES.megabytes}), of CPU ${cpu.toFixed(1)} s`,
  );
  if (seconds > PROMISES.seconds || megabytes > PROMISES.megabytes) process.exitCode = 1;
} finally {
  await Promise.all([stop(), browser.close()]);
  rmSync(dataDir, { recursive: true, force: true });
}
