import { mondayOf, weekFrom } from '../support/calendar.ts';
import { dayCard, plantAtOnce } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

// Rows far from the window are neither laid out nor painted before the window comes near. How high they will be must be known
// before: else a person who has gone to the end of a long day presses something that gives way under the pointer.

const [MONDAY = ''] = weekFrom(mondayOf(today()));
const PHONE = { width: 320, height: 640 };
const A_LINE = { width: 700, height: 900 };

const views = [
  { name: 'beside other days', use: { viewport: { width: 1280, height: 900 } } },
  { name: 'in a small window with large letters', use: { viewport: PHONE }, letters: '200%' },
  { name: 'alone in its line', use: { viewport: A_LINE } },
  { name: 'under a fingertip', use: { hasTouch: true, isMobile: true, viewport: PHONE } },
  {
    name: 'alone in its line, under a fingertip',
    use: { hasTouch: true, isMobile: true, viewport: A_LINE },
  },
];

for (const { name, use, letters = '100%' } of views) {
  test.describe(name, () => {
    test.use(use);

    test('a long day is as high before its rows are painted as after', async ({
      signedInPage: page,
      account,
    }) => {
      const tasks = Array.from({ length: 48 }, (_, index) => ({
        title: `No. ${index}`,
        task_date: MONDAY,
        emoji: index % 3 === 0 ? '🪐' : null,
      }));
      await plantAtOnce(account, tasks);
      await page.goto('/dashboard');
      const card = dayCard(page, MONDAY);
      await card.getByRole('button', { name: 'Show 40 more' }).click();
      const rows = card.getByRole('listitem');
      await expect(rows).toHaveCount(48);
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, letters);

      const heightOfCard = () => card.evaluate((element) => element.getBoundingClientRect().height);
      const before = await heightOfCard();
      // The window shows more than four at once: every row has its turn.
      for (let index = 3; index < 48; index += 4) {
        await rows.nth(index).scrollIntoViewIfNeeded();
        expect(await heightOfCard()).toBeCloseTo(before, 0);
      }
      await card.getByRole('button', { name: 'Show less' }).click();
      await expect(rows).toHaveCount(8);
    });
  });
}
