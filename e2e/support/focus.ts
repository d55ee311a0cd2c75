import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 600;

/** Presses a key until the focus leaves the page, at most `most` times. Returns the controls that had the focus. */
async function stopsOf(page: Page, key: string, most = MOST_STOPS) {
  const stops: { name: string; isInSight: boolean; isRowAction: boolean }[] = [];
  while (stops.length < most) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const words = element.getAttribute('aria-label') ?? element.textContent.trim();
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      return {
        name: `${element.tagName.toLowerCase()} '${words.slice(0, 40)}'`,
        isInSight: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width * height > 0,
        // A row shows these only while it has the focus.
        isRowAction: element.matches('li[data-task] button'),
      };
    });
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

/** Expects that Tab goes from 'Skip to content' to the last control and out of the page, always in sight, and Shift+Tab back. */
export async function expectFocusOrder(page: Page): Promise<void> {
  // Most of a page is out of sight then, and each step costs less of the CPU, which draws every pixel.
  await page.setViewportSize({ width: 1280, height: 256 });
  // A page may focus its first field on load: the walk starts at the top, after the end.
  if (!(await page.evaluate(() => document.activeElement === document.body))) await stopsOf(page, 'Tab');
  const forwards = await stopsOf(page, 'Tab');
  expect.soft(forwards.length, 'Tab leads out of the page').toBeLessThan(MOST_STOPS);
  // Tab goes from a row to its actions; Shift+Tab goes to the row itself. A full week has many stops.
  const last = forwards.filter(({ isRowAction }) => !isRowAction).slice(-40);
  const backwards = await stopsOf(page, 'Shift+Tab', last.length);
  const names = (stops: typeof last) => stops.map(({ name }) => name);
  expect.soft(names(forwards)[0]).toBe("a 'Skip to content'");
  expect.soft(names(backwards).toReversed()).toEqual(names(last));
  expect.soft(names([...forwards, ...backwards].filter(({ isInSight }) => !isInSight))).toEqual([]);
}

/** Presses a key until the control has the focus, as a person who follows the focus ring does. */
export async function tabTo(control: Locator, key = 'Tab'): Promise<void> {
  const { keyboard } = control.page();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press(key);
  }
  await expect(control, `reached by ${key}`).toBeFocused();
}
