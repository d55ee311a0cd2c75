import { expect, type Locator, type Page } from '@playwright/test';

interface Stop {
  name: string;
  isNowhere: boolean;
  /** An action that a row offers only while it has the focus. */
  isOffered: boolean;
  complaint: string | null;
}

/** Reads the element that has the focus: can it be seen that it has it, and can it be seen at all? */
function currentStop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body)
      return { name: 'body', isNowhere: true, isOffered: false, complaint: null };
    const words = element.getAttribute('aria-label') ?? element.textContent.trim();
    const name = `${element.tagName.toLowerCase()} '${words.slice(0, 40)}'`;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const hasRing =
      outlineStyle !== 'none' &&
      Number.parseFloat(outlineWidth) >= 2 &&
      !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(outlineColor);
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width * height > 0;
    const problems = [...(hasRing ? [] : ['no ring']), ...(isInSight ? [] : ['out of sight'])];
    return {
      name,
      isNowhere: false,
      isOffered: element.matches('li[data-task] button'),
      complaint: problems.length > 0 ? `${name}: ${problems.join(', ')}` : null,
    };
  });
}

const TOO_FAR = 600;

/**
 * Walks from where the focus is to the last stop, past which the focus is with the browser and the document's on its body.
 */
async function walkThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < TOO_FAR) {
    await page.keyboard.press('Tab');
    const stop = await currentStop(page);
    if (stop.isNowhere) return stops;
    stops.push(stop);
  }
  throw new Error('Tab does not lead out of the page');
}

async function walkBack(page: Page, count: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < count) {
    await page.keyboard.press('Shift+Tab');
    stops.push(await currentStop(page));
  }
  return stops;
}

/** Focus is seen wherever Tab leads, from 'Skip to content' to the last stop; nothing is a trap and nothing is skipped. */
export async function expectFocusSeen(page: Page): Promise<void> {
  // A page may put the focus into its first field: then the way begins when that one has been walked to its end.
  if (!(await currentStop(page)).isNowhere) await walkThrough(page);
  const there = await walkThrough(page);
  // From a row Tab goes on to its actions; the way back meets the row itself (rule keyboard-shortcuts).
  const lasting = there.filter(({ isOffered }) => !isOffered);
  // Of a week with all its tasks, the last stretch.
  const back = await walkBack(page, Math.min(lasting.length, 60));
  expect.soft(there[0]?.name).toBe("a 'Skip to content'");
  // The way back is the way there.
  const names = lasting.slice(-back.length).map((stop) => stop.name);
  expect.soft(back.map((stop) => stop.name).toReversed()).toEqual(names);
  expect.soft([...there, ...back].flatMap(({ complaint }) => complaint ?? [])).toEqual([]);
}

/** Presses a key until the control has the focus, as a person does who sees only the ring. */
export async function tabTo(control: Locator, key = 'Tab'): Promise<void> {
  const { keyboard } = control.page();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press(key);
  }
  await expect(control, `reached by ${key}`).toBeFocused();
}
