import { mondayOf } from '../support/calendar.ts';
import { plantTasks, taskRow } from '../support/planner.ts';
import { sampleWeekFrom } from '../support/sampleWeek.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

// The six icons of a task are one picture that lies over six buttons: each over its own, whatever the pointer and however
// large the letters.

const TITLE = 'Water the plants';

const views = [
  { name: 'a mouse', use: { viewport: { width: 1280, height: 900 } } },
  { name: 'a mouse in a narrow window', use: { viewport: { width: 320, height: 640 } } },
  { name: 'a fingertip', use: { hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } } },
];

for (const { name, use } of views) {
  test.describe(`for ${name}`, () => {
    test.use(use);

    test('each icon lies in the middle of its button, and nothing over anything else', async ({
      signedInPage: page,
      account,
    }) => {
      await plantTasks(account, sampleWeekFrom(mondayOf(today())));
      await page.goto('/dashboard');
      const row = taskRow(page, TITLE);
      await expect(row).toBeVisible();

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
            sides: buttons.map(({ width, height }) => Math.min(width, height)),
            gap: ring && title ? boxOf(title).left - boxOf(ring).right : NaN,
          };
        }, size);
        expect(distances, size).toHaveLength(6);
        for (const distance of distances) expect(distance, size).toBeLessThan(2);
        for (const side of sides) expect(side, size).toBeGreaterThanOrEqual(24);
        expect(gap, size).toBeGreaterThanOrEqual(0);
      }
    });
  });
}
