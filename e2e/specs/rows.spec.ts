import type { BrowserContextOptions, Locator } from '@playwright/test';
import { dayCard, monday, plantAtOnce } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// The six icons of a task are one picture that lies over six buttons: each over its own, whatever the pointer and however
// large the letters. Rows far from the window are neither laid out nor painted before the window comes near. How high they
// will be must be known before: else a person who has gone to the end of a long day presses something that gives way under
// the pointer.

const PHONE = { width: 320, height: 640 };
const A_LINE = { width: 700, height: 900 };
const FINGER = { hasTouch: true, isMobile: true };

const VIEWS: Readonly<Record<string, BrowserContextOptions & { letters?: string }>> = {
  'beside other days': { viewport: { width: 1280, height: 900 } },
  'in a small window with large letters': { viewport: PHONE, letters: '200%' },
  'alone in its line': { viewport: A_LINE },
  'under a fingertip': { ...FINGER, viewport: PHONE },
  'alone in its line, under a fingertip': { ...FINGER, viewport: A_LINE },
};

/** Each icon lies in the middle of its button; what a finger presses is as large as it, and a row two of them high. */
async function expectInPlace(row: Locator, isTouched: boolean): Promise<void> {
  if (isTouched) expect((await row.boundingBox())?.height).toBeLessThan(96);
  for (const size of ['100%', '200%']) {
    const { distances, sides, gap } = await row.evaluate((element, fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      const boxOf = (part: Element) => part.getBoundingClientRect();
      const icons = [...element.querySelectorAll('[data-icon]')].map(boxOf);
      const strip = element.querySelector('svg:has([data-icon])');
      const buttons = [...(strip?.parentElement?.querySelectorAll('button') ?? [])].map(boxOf);
      const [ring, title] = [element.querySelector('input'), element.querySelector('label')];
      return {
        distances: buttons.map((button, index) => {
          const icon = icons[index];
          if (!icon) return NaN;
          return Math.hypot(
            icon.x + icon.width / 2 - button.x - button.width / 2,
            icon.y + icon.height / 2 - button.y - button.height / 2,
          );
        }),
        sides: [...element.querySelectorAll('button, input')]
          .map(boxOf)
          .map(({ width, height }) => Math.min(width, height)),
        gap: ring && title ? boxOf(title).left - boxOf(ring).right : NaN,
      };
    }, size);
    expect(distances, size).toHaveLength(6);
    for (const distance of distances) expect(distance, size).toBeLessThan(2);
    for (const side of sides)
      expect(side, size).toBeGreaterThanOrEqual(isTouched && size === '100%' ? 44 : 24);
    expect(gap, size).toBeGreaterThanOrEqual(0);
  }
}

test('icons lie in their buttons, rows are as high unpainted', async ({ newVisitor, account }) => {
  const tasks = Array.from({ length: 48 }, (_, index) => ({
    title: `No. ${index}`,
    task_date: monday,
    emoji: index % 3 === 0 ? '🪐' : null,
  }));
  await plantAtOnce(account, tasks);
  for (const [view, { letters = '100%', ...options }] of Object.entries(VIEWS)) {
    await test.step(view, async () => {
      const page = await newVisitor(account.session, options);
      await page.goto('/dashboard');
      const card = dayCard(page, monday);
      const rows = card.getByRole('listitem');
      await expect(rows).toHaveCount(8);
      await expectInPlace(rows.first(), options.hasTouch === true);
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, letters);
      await card.getByRole('button', { name: 'Show 40 more' }).click();
      await expect(rows).toHaveCount(48);

      const heightOfCard = () => card.evaluate((element) => element.getBoundingClientRect().height);
      const before = await heightOfCard();
      // The window shows more than four at once: every row has its turn.
      for (let index = 3; index < 48; index += 4) {
        await rows.nth(index).scrollIntoViewIfNeeded();
        expect(await heightOfCard()).toBeCloseTo(before, 0);
      }
      await card.getByRole('button', { name: 'Show less' }).click();
      await expect(rows).toHaveCount(8);
      await page.context().close();
    });
  }
});
