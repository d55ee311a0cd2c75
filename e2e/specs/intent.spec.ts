import type { Page, Request } from '@playwright/test';
import { expect, test } from '../support/test.ts';

// A page's code is fetched when a visitor is about to open it.

function scriptsOf(page: Page, remote: string): string[] {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(`/remotes/${remote}/`)) asked.push(pathname);
  });
  return asked;
}

const retroLink = (page: Page) => page.getByRole('link', { name: 'Enter retro mode' });

const INTENTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'pointing at it': (page) => retroLink(page).hover(),
  'the focus on it': (page) => retroLink(page).focus(),
  'touching it': (page) => retroLink(page).dispatchEvent('touchstart'),
};

for (const [name, show] of Object.entries(INTENTS)) {
  test(`${name} fetches the code behind a link, once, and the visit needs no more of it`, async ({
    page,
  }) => {
    const asked = scriptsOf(page, 'retro');
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked).toEqual([]);

    await show(page);
    await expect.poll(() => asked.some((path) => path.endsWith('/remoteEntry.js'))).toBe(true);
    await expect.poll(() => asked.some((path) => path.endsWith('.css'))).toBe(true);
    // Fetched and not worn: no font of it is asked for, and nothing looks otherwise.
    expect(asked.filter((path) => path.endsWith('.woff2'))).toEqual([]);
    await expect(page).toHaveURL('/about');

    await retroLink(page).click();
    await expect(page).toHaveURL('/retro');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked.filter((path) => path.endsWith('/remoteEntry.js'))).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith('.css'))).toHaveLength(1);
  });
}

test('while the sign-in is being filled in, the code of the week arrives', async ({ page }) => {
  const asked = scriptsOf(page, 'planner');
  await page.goto('/auth');
  await expect.poll(() => asked.some((path) => path.endsWith('/remoteEntry.js'))).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});

test('nothing is fetched ahead for who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const asked = scriptsOf(page, 'retro');
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await retroLink(page).hover();
  await retroLink(page).focus();
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).toEqual([]);
});
