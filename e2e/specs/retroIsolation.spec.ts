import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { goInside } from '../support/documents.ts';
import { settle, watchRequests } from '../support/layoutShifts.ts';
import { expect, test } from '../support/test.ts';

/** The computed styles of a page: the value of each property of each compared element. */
type Styles = Record<string, string>;

/** The compared elements: the page's frame, its texts and its controls. Of each tag the first two are compared. */
const TAGS =
  'html body header main footer section aside h1 h2 h3 p ul li a button input label form svg'.split(' ');

const stylesOf = (page: Page): Promise<Styles> =>
  page.evaluate((tags) => {
    const styles: Record<string, string> = {};
    for (const tag of tags) {
      for (const [index, element] of [...document.querySelectorAll(tag)].slice(0, 2).entries()) {
        for (const pseudo of ['', '::before']) {
          const style = getComputedStyle(element, pseudo);
          // A pseudo-element without content is not rendered.
          if (pseudo && style.content === 'none') continue;
          for (const property of style)
            styles[`${tag} ${index}${pseudo} ${property}`] = style.getPropertyValue(property);
        }
      }
    }
    return styles;
  }, TAGS);

const fontFamilies = (page: Page) =>
  page.evaluate(() => [...new Set([...document.fonts].map(({ family }) => family))]);

const START = '/terms';

/** The compared pages. Pages that visitors and members both see are opened by a member. */
const VISITS = {
  'a visitor': { others: ['/auth'], retro: ['/retro/auth', '/retro'] },
  'a member': {
    others: ['/', '/dashboard', '/settings', '/no-such-page', '/pricing'],
    retro: ['/retro', '/retro/dashboard', '/retro/pricing'],
  },
};

for (const [visitor, { others, retro }] of Object.entries(VISITS)) {
  test(`retro and the other pages do not change each other’s styles, and only retro uses its fonts: ${visitor}`, async ({
    page,
    context,
    account,
  }) => {
    const { pending } = watchRequests(page);
    /** Opens pages one after the other without a reload. Returns the styles of each. */
    const visitPages = async (paths: readonly string[]) => {
      const styles: Record<string, Styles> = {};
      for (const path of paths) {
        const title = await page.title();
        await goInside(page, path);
        await expect(page).not.toHaveTitle(title);
        await settle(page, pending);
        styles[path] = await stylesOf(page);
      }
      return styles;
    };
    const open = async (path: string) => {
      await page.goto(path);
      await settle(page, pending);
      // The region of notices is added once the page is idle, and stays.
      await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
    };
    const expectSame = (before: Record<string, Styles>, after: Record<string, Styles>) => {
      for (const [path, styles] of Object.entries(before)) {
        expect(Object.keys(styles).length, `${path} has something to compare`).toBeGreaterThan(1000);
        expect.soft(after[path], path).toEqual(styles);
      }
    };

    if (visitor === 'a member') await restoreSession(context, account.session);
    // Retro alone: its first page is opened twice, so that each compared page is reached without a reload.
    const [first = '', ...rest] = retro;
    await open(first);
    const retroAlone = await visitPages([...rest, first]);

    await open(START);
    const othersAlone = await visitPages(others);
    const fontsBefore = await fontFamilies(page);
    await visitPages([first]);
    expectSame(retroAlone, await visitPages([...rest, first]));
    const retroFonts = (await fontFamilies(page)).filter((family) => !fontsBefore.includes(family));

    await visitPages([START]);
    const othersAfter = await visitPages(others);
    expectSame(othersAlone, othersAfter);
    for (const [path, styles] of Object.entries(othersAfter)) {
      const used = Object.entries(styles).filter(([name]) => name.endsWith(' font-family'));
      const foreign = used.filter(([, value]) => retroFonts.some((family) => value.includes(family)));
      expect.soft(foreign, path).toEqual([]);
    }
  });
}
