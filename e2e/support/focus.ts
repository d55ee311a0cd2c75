import { expect, type Locator, type Page } from '@playwright/test';

interface Stop {
  name: string;
  isBody: boolean;
  /** Whether it is an action button that a row shows only while the row has the focus. */
  isRowAction: boolean;
  problem: string | null;
}

/** Reads the focused element: whether its focus ring and the element itself are visible. */
function currentStop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body)
      return { name: 'body', isBody: true, isRowAction: false, problem: null };
    const words = element.getAttribute('aria-label') ?? element.textContent.trim();
    const name = `${element.tagName.toLowerCase()} '${words.slice(0, 40)}'`;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const hasRing =
      outlineStyle !== 'none' &&
      Number.parseFloat(outlineWidth) >= 2 &&
      !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(outlineColor);
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const isVisible = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width * height > 0;
    const problems = [...(hasRing ? [] : ['no ring']), ...(isVisible ? [] : ['out of sight'])];
    return {
      name,
      isBody: false,
      isRowAction: element.matches('li[data-task] button'),
      problem: problems.length > 0 ? `${name}: ${problems.join(', ')}` : null,
    };
  });
}

const MOST_STOPS = 600;

/**
 * Presses Tab from the current focus to the last stop, after which the focus leaves the document and `body` is active.
 */
async function tabToEnd(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press('Tab');
    const stop = await currentStop(page);
    if (stop.isBody) return stops;
    stops.push(stop);
  }
  throw new Error('Tab does not lead out of the page');
}

async function tabBack(page: Page, count: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < count) {
    await page.keyboard.press('Shift+Tab');
    stops.push(await currentStop(page));
  }
  return stops;
}

/** Expects a visible focus at every Tab stop, from 'Skip to content' to the last, and no focus trap or skipped stop. */
export async function expectFocusSeen(page: Page): Promise<void> {
  // A page may focus its first field on load: then Tab to the end first, so that the walk starts at the top.
  if (!(await currentStop(page)).isBody) await tabToEnd(page);
  const forwards = await tabToEnd(page);
  // Tab goes from a row to its actions; Shift+Tab goes to the row itself.
  const permanent = forwards.filter(({ isRowAction }) => !isRowAction);
  // At most the last 60 stops: a full week has many.
  const backwards = await tabBack(page, Math.min(permanent.length, 60));
  expect.soft(forwards[0]?.name).toBe("a 'Skip to content'");
  // Shift+Tab visits the same stops in reverse.
  const names = permanent.slice(-backwards.length).map((stop) => stop.name);
  expect.soft(backwards.map((stop) => stop.name).toReversed()).toEqual(names);
  expect.soft([...forwards, ...backwards].flatMap(({ problem }) => problem ?? [])).toEqual([]);
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
