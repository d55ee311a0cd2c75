import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { goInside } from '../support/documents.ts';
import { settle, watchRequests } from '../support/layoutShifts.ts';
import { expect, test } from '../support/test.ts';

/** What a page looks like: for each property of each of its elements, the value that the browser computed. */
type Looks = Record<string, string>;

/** What people see of a page: its frame, its texts and what can be pressed or filled. The first two of each. */
const KINDS =
  'html body header main footer section aside h1 h2 h3 p ul li a button input label form svg'.split(' ');

const looksOf = (page: Page): Promise<Looks> =>
  page.evaluate((kinds) => {
    const looks: Record<string, string> = {};
    for (const kind of kinds) {
      for (const [index, element] of [...document.querySelectorAll(kind)].slice(0, 2).entries()) {
        for (const pseudo of ['', '::before']) {
          const style = getComputedStyle(element, pseudo);
          // What is not there has no looks.
          if (pseudo && style.content === 'none') continue;
          for (const property of style)
            looks[`${kind} ${index}${pseudo} ${property}`] = style.getPropertyValue(property);
        }
      }
    }
    return looks;
  }, KINDS);

const fontFamilies = (page: Page) =>
  page.evaluate(() => [...new Set([...document.fonts].map(({ family }) => family))]);

const START = '/terms';

/** Each starts where none of the compared pages is. What visitors and members both see, a member does. */
const VISITS = {
  'a visitor': { others: ['/auth'], retro: ['/retro/auth', '/retro'] },
  'a member': {
    others: ['/', '/dashboard', '/settings', '/no-such-page', '/pricing'],
    retro: ['/retro', '/retro/dashboard', '/retro/pricing'],
  },
};

for (const [who, { others, retro }] of Object.entries(VISITS)) {
  test(`retro and the other pages leave each other as they were, and none of retro’s fonts in use: ${who}`, async ({
    page,
    context,
    account,
  }) => {
    const { pending } = watchRequests(page);
    /** Goes through pages without a reload. Returns what each looked like. */
    const walk = async (paths: readonly string[]) => {
      const looks: Record<string, Looks> = {};
      for (const path of paths) {
        const title = await page.title();
        await goInside(page, path);
        await expect(page).not.toHaveTitle(title);
        await settle(page, pending);
        looks[path] = await looksOf(page);
      }
      return looks;
    };
    const open = async (path: string) => {
      await page.goto(path);
      await settle(page, pending);
      // The place of notices comes once the page is at rest, and stays.
      await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
    };
    const expectSame = (before: Record<string, Looks>, after: Record<string, Looks>) => {
      for (const [path, looks] of Object.entries(before)) {
        expect(Object.keys(looks).length, `${path} has something to compare`).toBeGreaterThan(1000);
        expect.soft(after[path], path).toEqual(looks);
      }
    };

    if (who === 'a member') await restoreSession(context, account.session);
    // Retro alone: its first page is visited twice, so that the compared ones are all walked to.
    const [first = '', ...rest] = retro;
    await open(first);
    const retroAlone = await walk([...rest, first]);

    await open(START);
    const othersAlone = await walk(others);
    const fontsBefore = await fontFamilies(page);
    await walk([first]);
    expectSame(retroAlone, await walk([...rest, first]));
    const retroFonts = (await fontFamilies(page)).filter((family) => !fontsBefore.includes(family));

    await walk([START]);
    const othersAfter = await walk(others);
    expectSame(othersAlone, othersAfter);
    for (const [path, looks] of Object.entries(othersAfter)) {
      const used = Object.entries(looks).filter(([name]) => name.endsWith(' font-family'));
      const foreign = used.filter(([, value]) => retroFonts.some((family) => value.includes(family)));
      expect.soft(foreign, path).toEqual([]);
    }
  });
}
