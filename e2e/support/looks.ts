import type { Page, Request } from '@playwright/test';
import { settle } from './quiet.ts';
import { expect } from './test.ts';

/** What a page looks like: for each property of each of its elements, the value that the browser computed. */
export type Looks = Record<string, string>;

/** What people see of a page: its frame, its texts and what can be pressed or filled. The first two of each. */
const KINDS =
  'html body header main footer section aside h1 h2 h3 p ul li a button input label form svg'.split(' ');

/**
 * Turns to another page without a reload, as the Back and Forward buttons do: documents are told apart by what was
 * loaded into them.
 */
export async function turnTo(page: Page, path: string, pending: ReadonlySet<Request>): Promise<void> {
  const title = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).not.toHaveTitle(title);
  await expect(page).toHaveURL(path);
  await settle(page, pending);
}

/** The looks of the page as it stands. */
export function looksOf(page: Page): Promise<Looks> {
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

/** What differs between two looks, one line for each property. */
export function differences(before: Looks, after: Looks): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name]} -> ${after[name]}`);
}

/** The families of web fonts that the document knows by now. */
export function fontFamilies(page: Page): Promise<string[]> {
  return page.evaluate(() => [...new Set([...document.fonts].map(({ family }) => family))]);
}
