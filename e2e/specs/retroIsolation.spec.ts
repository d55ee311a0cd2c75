import type { Page, Request } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { settle, watchRequests } from '../support/quiet.ts';
import { expect, test } from '../support/test.ts';

/** What a page looks like: for each property of each of its elements, the value that the browser computed. */
type Looks = Record<string, string>;

/** What people see of a page: its frame, its texts and what can be pressed or filled. The first two of each. */
const KINDS =
  'html body header main footer section aside h1 h2 h3 p ul li a button input label form svg'.split(' ');

/**
 * Turns to another page without a reload, as the Back and Forward buttons do: documents are told apart by what was
 * loaded into them.
 */
async function turnTo(page: Page, path: string, pending: ReadonlySet<Request>): Promise<void> {
  const title = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).not.toHaveTitle(title);
  await expect(page).toHaveURL(path);
  await settle(page, pending);
}

function looksOf(page: Page): Promise<Looks> {
  return page.evaluate((kinds) => {
    const looks: Looks = {};
    for (const kind of kinds) {
      for (const [index, element] of [...document.querySelectorAll(kind)].slice(0, 2).entries()) {
        for (const pseudo of ['', '::before']) {
          const style = getComputedStyle(element, pseudo);
          // What is not there has no looks.
          if (pseudo && style.content === 'none') continue;
          const name = `${kind} ${index}${pseudo}`;
          for (const property of style) looks[`${name} ${property}`] = style.getPropertyValue(property);
        }
      }
    }
    return looks;
  }, KINDS);
}

function differences(before: Looks, after: Looks): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name]} -> ${after[name]}`);
}

function fontFamilies(page: Page): Promise<string[]> {
  return page.evaluate(() => [...new Set([...document.fonts].map(({ family }) => family))]);
}

const START = '/terms';

/** Each starts where none of the compared pages is, so that all of those are turned to. What both see, a member does. */
const VISITS = {
  'a visitor': { others: ['/auth'], retro: ['/retro/auth', '/retro'] },
  'a member': {
    others: ['/', '/dashboard', '/settings', '/no-such-page', '/pricing'],
    retro: ['/retro', '/retro/dashboard', '/retro/pricing'],
  },
};

const isRetro = (request: Request) => new URL(request.url()).pathname.startsWith('/remotes/retro/');

/** Code, and the sheet, which applies to nothing before the page is there. */
const isFetchedAhead = (request: Request) => /\.(js|css)$/.test(new URL(request.url()).pathname);

async function open(page: Page, path: string): Promise<ReadonlySet<Request>> {
  const { pending } = watchRequests(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await settle(page, pending);
  return pending;
}

/** Turns to one page after the other. Returns what each looked like. */
async function walk(
  page: Page,
  paths: readonly string[],
  pending: ReadonlySet<Request>,
): Promise<Record<string, Looks>> {
  const looks: Record<string, Looks> = {};
  for (const path of paths) {
    await turnTo(page, path, pending);
    looks[path] = await looksOf(page);
  }
  return looks;
}

function expectSame(before: Record<string, Looks>, after: Record<string, Looks>): void {
  for (const [path, looks] of Object.entries(before)) {
    expect(Object.keys(looks).length, `${path} has something to compare`).toBeGreaterThan(1000);
    expect.soft(differences(looks, after[path] ?? {}), path).toEqual([]);
  }
}

test('retro has no looks elsewhere before it is visited', async ({ page, context, account }) => {
  const { made, pending } = watchRequests(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const look = async (path: string) => {
    await page.goto(path);
    await settle(page, pending);
    const button = page.getByRole('link', { name: 'Enter retro mode' });
    await button.hover();
    await button.focus();
    await settle(page, pending);
    const early = made.filter((request) => isRetro(request) && !isFetchedAhead(request));
    expect(
      early.map((request) => request.url()),
      path,
    ).toEqual([]);
    const worn = await page.evaluate(() =>
      [...document.styleSheets]
        .filter(({ href, media }) => href?.includes('/remotes/retro/') && media.mediaText !== 'not all')
        .map(({ href }) => href),
    );
    expect(worn, path).toEqual([]);
  };
  for (const path of ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket', '/auth', '/no-such-page']) {
    await look(path);
  }
  await restoreSession(context, account.session);
  for (const path of ['/dashboard', '/settings']) await look(path);
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page).toHaveURL('/retro');
  await settle(page, pending);
  const kinds = made.filter(isRetro).map((request) => request.resourceType());
  expect(kinds).toContain('stylesheet');
  expect(kinds).toContain('font');
});

for (const [who, { others, retro }] of Object.entries(VISITS)) {
  test(`retro and the other pages leave each other as they were, and none of retro’s fonts in use: ${who}`, async ({
    page,
    context,
    account,
  }) => {
    if (who === 'a member') await restoreSession(context, account.session);
    // Retro alone: its first page is visited twice, so that the compared ones are all turned to.
    const [first = '', ...rest] = retro;
    let pending = await open(page, first);
    const retroAlone = await walk(page, [...rest, first], pending);

    pending = await open(page, START);
    const othersAlone = await walk(page, others, pending);
    const fontsBefore = await fontFamilies(page);
    await turnTo(page, first, pending);
    const retroAfter = await walk(page, [...rest, first], pending);
    expectSame(retroAlone, retroAfter);
    const retroFonts = (await fontFamilies(page)).filter((family) => !fontsBefore.includes(family));

    await turnTo(page, START, pending);
    const othersAfter = await walk(page, others, pending);
    expectSame(othersAlone, othersAfter);
    for (const [path, looks] of Object.entries(othersAfter)) {
      const used = Object.entries(looks).flatMap(([name, value]) =>
        name.endsWith(' font-family') ? [value] : [],
      );
      const foreign = used.filter((value) => retroFonts.some((family) => value.includes(family)));
      expect.soft(foreign, path).toEqual([]);
    }
  });
}
