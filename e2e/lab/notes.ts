import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, expect, type Browser } from '@playwright/test';
import { freePort } from '@space/server/testing/freePort';
import { PASSWORD, newEmail } from '../support/accounts.ts';
import { ensureChromium, launchOptions } from '../support/chromium.ts';
import { newcomersEnvironment, startUntil } from '../support/command.ts';
import { ROOT } from '@space/release';

// `npm run lab -- notes`: follows docs/notes-remote.md literally in a clone of the last commit, beside a running site, and
// tests the result as two users. Prints each step; exits with 1 at the first that fails.

/** The code blocks of the guide in order: commands, and files with their content. */
const BLOCKS = readFileSync(join(ROOT, 'docs/notes-remote.md'), 'utf8').matchAll(
  /^```(?<kind>\w+)(?: (?<file>\S+))?\n(?<text>[^]*?)^```$/gm,
);

const home = mkdtempSync(join(tmpdir(), 'space-notes-'));
const clone = join(home, 'main');
const env = newcomersEnvironment(ROOT);
const step = (text: string) => console.log(`✓ ${text}`);

function run(command: string): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], { cwd: clone, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}`);
  step(command);
}

/** Signs up a new user in a new browser profile. Returns the page and the list of its console messages. */
async function signUp(browser: Browser, origin: string) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  const messages: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  await page.goto(origin);
  await page.getByRole('link', { name: 'Start for Free' }).first().click();
  await page.getByLabel('Email', { exact: true }).fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  return { page, messages };
}

async function testAsTwoUsers(origin: string): Promise<void> {
  const browser = await chromium.launch(launchOptions(ensureChromium()));
  try {
    const { page, messages } = await signUp(browser, origin);
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('None yet.');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Notes' }).click();
    await expect(page.getByText('No notes yet.')).toBeVisible();
    await page.getByLabel('New note').fill('Buy seeds');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('link', { name: 'Buy seeds' }).click();
    await expect(page).toHaveTitle('Better Space — Buy seeds');
    const address = page.url();
    await page.reload();
    await expect(page).toHaveTitle('Better Space — Buy seeds');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
    await page.goto(`${origin}/dashboard`);
    await expect(page.getByRole('region', { name: 'Notes' }).getByRole('link')).toHaveText(['Buy seeds']);
    step('one person writes a note, opens it by its address, and finds it below the week');

    const other = await signUp(browser, origin);
    await other.page.goto(address);
    await expect(other.page.getByText('There is no such note.')).toBeVisible();
    await other.page.goto(`${origin}/notes`);
    await expect(other.page.getByText('No notes yet.')).toBeVisible();
    step('another person sees nothing of it, also by its address');
    if (messages.length + other.messages.length > 0)
      throw new Error(`The console spoke:\n${[...messages, ...other.messages].join('\n')}`);
    step('the console is silent');
  } finally {
    await browser.close();
  }
}

let stop = async (): Promise<void> => {};
try {
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const site = await startUntil(['npm', 'start'], /Open it\s+(http:\S+)[^]*Ctrl\+C/, {
    cwd: clone,
    env: { ...env, PORT: String(await freePort()) },
  });
  stop = site.stop;
  step('npm start, in a fresh clone');
  for (const { groups = {} } of BLOCKS) {
    const { file, text = '' } = groups;
    if (file === undefined) run(text.trim());
    else {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      writeFileSync(join(clone, file), text);
    }
  }
  run('npm run format && npm run lint');
  await testAsTwoUsers(site.match[1] ?? '');
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
