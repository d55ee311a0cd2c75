import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { createAccount, restoreSession } from './support/accounts.ts';
import type { Account } from './support/accounts.ts';
import { CHROMIUM_ARGUMENTS, ensureChromium } from './support/chromium.ts';
import { SAMPLE_WEEK } from './support/sampleWeek.ts';
import { startSite } from './support/site.ts';

// `npm run screenshots`: every page at four widths, light and dark, into the git-ignored folder screenshots/.
// With `-- --readme`: only the two pictures of README.md, into docs/images/.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WIDTHS = [320, 768, 1280, 1960];
const SCHEMES = ['light', 'dark'] as const;
const PUBLIC = [
  '/',
  '/about',
  '/jobs',
  '/terms',
  '/pricing',
  '/rocket',
  '/auth',
  '/retro',
  '/retro/auth',
  '/retro/pricing',
  '/nowhere',
];
const PRIVATE = ['/dashboard', '/settings', '/retro/dashboard'];

interface Shot {
  path: string;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  file: string;
  isFullPage: boolean;
}

const isReadme = process.argv.includes('--readme');
const folder = isReadme ? join(ROOT, 'docs', 'images') : join(ROOT, 'screenshots');
mkdirSync(folder, { recursive: true });

function allShots(): Shot[] {
  if (isReadme) {
    const common = { width: 1440, height: 900, isFullPage: false };
    return [
      { ...common, path: '/dashboard', scheme: 'light', file: 'dashboard.png' },
      { ...common, path: '/retro/dashboard', scheme: 'dark', height: 640, file: 'retro-week.png' },
    ];
  }
  return [...PUBLIC, ...PRIVATE].flatMap((path) =>
    WIDTHS.flatMap((width) =>
      SCHEMES.map((scheme) => ({
        path,
        width,
        height: 900,
        scheme,
        file: `${path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-')}-${width}-${scheme}.png`,
        isFullPage: true,
      })),
    ),
  );
}

async function fillWeek({ id, client }: Account): Promise<void> {
  const now = new Date();
  const dayOf = (weekday: number) => {
    const date = new Date(
      now.getFullYear(),
      now.getMonth(),
      now.getDate() - ((now.getDay() + 6) % 7) + weekday,
    );
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  };
  for (const { weekday, ...task } of SAMPLE_WEEK) {
    const { error } = await client.from('tasks').insert({ ...task, task_date: dayOf(weekday), user_id: id });
    if (error) throw error;
  }
  const { error } = await client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', id);
  if (error) throw error;
}

async function take(browser: Browser, origin: string, account: Account, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: shot.width, height: shot.height },
    colorScheme: shot.scheme,
    reducedMotion: 'reduce',
    timezoneId: process.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  if (PRIVATE.includes(shot.path)) await restoreSession(context, account.session);
  const page = await context.newPage();
  await page.goto(origin + shot.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (shot.path.endsWith('dashboard')) await page.getByText('Look back at the week').waitFor();
  await page.screenshot({ path: join(folder, shot.file), fullPage: shot.isFullPage });
  await context.close();
}

const site = await startSite();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS });
try {
  const account = await createAccount(site);
  await fillWeek(account);
  const shots = allShots();
  for (const shot of shots) await take(browser, site.origin, account, shot);
  console.log(`${shots.length} screenshots in ${folder}`);
} finally {
  await browser.close();
  await site.discard();
}
