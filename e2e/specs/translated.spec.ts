import type { Page } from '@playwright/test';
import { dayAfter, dayHeading, weekFrom } from '../support/calendar.ts';
import { MEMBER_PATHS, VISITOR_PATHS } from '../support/documents.ts';
import { addTask, dayCard, dayCards, insertTasks, monday, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Chrome's translator replaces text nodes. React still refers to the old ones: it changes nodes that are no longer shown, or throws
// when it removes one. So a text that changes in place is the only child of its element, as one string.

/** React says that the HTML was changed before it was hydrated, and renders the page itself. */
test.beforeEach(({ allowConsole }) => allowConsole(/Minified React error #418/));

/**
 * Does what Chrome's translator does to a page: it replaces each text node by `<font><font>text</font></font>`, except below
 * `translate="no"`, and goes on with every text that comes later. The text stays the same, so that tests can read it. It
 * begins before the page's scripts run, or goes on node by node while React hydrates the page.
 */
async function installTranslator(page: Page, isDuringHydration = false): Promise<void> {
  await page.addInitScript((isDuring) => {
    const LEFT_ALONE = 'font, script, style, noscript, textarea, svg, [translate="no"]';
    const isKnownToReact = (element: Element | null) =>
      element !== null && Object.keys(element).some((key) => key.startsWith('__react'));

    function translateBelow(root: Node, isWanted: (parent: Element) => boolean = () => true): void {
      const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent || parent.closest(LEFT_ALONE) || !text.nodeValue?.trim() || !isWanted(parent)) continue;
        const outer = document.createElement('font');
        outer.appendChild(document.createElement('font')).textContent = text.nodeValue;
        parent.replaceChild(outer, text);
      }
    }

    let isStarted = false;
    function start(): void {
      if (isStarted) return;
      isStarted = true;
      translateBelow(document.body);
      new MutationObserver((mutations) => {
        for (const { target, type, addedNodes } of mutations)
          for (const node of type === 'characterData' ? [target] : addedNodes) translateBelow(node);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    }

    if (!isDuring) return document.addEventListener('readystatechange', start, { once: true });
    // React posts a message before each slice of its work.
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function post(this: MessagePort, message: unknown) {
      postMessage.call(this, message);
      const root = document.getElementById('root');
      if (!root || !isKnownToReact(root)) return;
      if (document.documentElement.dataset['prerendered'] === undefined) start();
      else translateBelow(root, isKnownToReact);
    };
  }, isDuringHydration);
}

/** Expects a page that is translated and whole. */
async function expectTranslated(page: Page): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  await expect(title.locator('font').first()).toBeAttached();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
}

test('error-pages, prerendered-pages: every page stays when it is translated, at load or during hydration', async ({
  newVisitor,
}) => {
  const hydrated = ['/', '/rocket', '/retro'];
  for (const isDuringHydration of [false, true]) {
    const page = await newVisitor();
    await installTranslator(page, isDuringHydration);
    // Hydration takes several slices of time.
    const device = await page.context().newCDPSession(page);
    if (isDuringHydration) await device.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (const path of VISITOR_PATHS.filter((one) => hydrated.includes(one) === isDuringHydration))
      await test.step(`${path}, ${isDuringHydration ? 'during hydration' : 'at load'}`, async () => {
        await page.goto(path);
        await expectTranslated(page);
      });
    await page.context().close();
  }
});

test('week-view, row-actions: a week that is translated shows the right days and counts after each act', async ({
  member: page,
  account,
}) => {
  await insertTasks(account, [
    { title: 'Tuesday’s first', task_date: tuesday },
    { title: 'Tuesday’s second', task_date: tuesday, completed: true },
    { title: 'Of next week', task_date: dayAfter(monday, 7) },
  ]);
  await installTranslator(page);
  for (const path of MEMBER_PATHS.toReversed()) {
    await page.goto(path);
    await expectTranslated(page);
  }
  const week = page.getByRole('group', { name: 'Week navigation' });
  const row = taskRow(page, 'Tuesday’s first');
  const wednesday = dayAfter(monday, 2);
  const act = (name: string) => row.getByRole('button', { name, exact: true }).click();
  const show = (name: string) => week.getByRole('button', { name }).click();
  const expectCount = (day: string, count: string) =>
    expect(dayCard(page, day).getByText(/^\d+\/\d+$/)).toHaveText(count);

  await expectWeek(page, monday, '1 of 2 done');
  await expectCount(tuesday, '1/2');
  await show('Next week');
  await expectWeek(page, dayAfter(monday, 7), '0 of 1 done');
  await show('Today');
  await expectWeek(page, monday, '1 of 2 done');

  await addTask(page, tuesday, 'Added');
  await page.keyboard.press('Escape');
  await expectWeek(page, monday, '1 of 3 done');
  await expectCount(tuesday, '1/3');
  await row.getByRole('checkbox').click();
  await expectWeek(page, monday, '2 of 3 done');
  await expectCount(tuesday, '2/3');
  await row.getByRole('checkbox').click();
  await expectCount(tuesday, '1/3');
  await act('Star task');
  await expect(page.getByText('One of them has your star.')).toBeVisible();
  await act('Move to next day');
  await expect(dayCard(page, wednesday).getByText('Tuesday’s first')).toBeVisible();
  await expectCount(tuesday, '1/2');
  await expectCount(wednesday, '0/1');
  await act('Edit title');
  await page.getByRole('textbox', { name: 'Task title' }).fill('Renamed');
  await page.keyboard.press('Enter');
  await expect(dayCard(page, wednesday).getByText('Renamed', { exact: true })).toBeVisible();
  await expect(page.getByText('Tuesday’s first')).toHaveCount(0);
  await taskRow(page, 'Renamed').getByRole('button', { name: 'Delete task' }).click();
  await expectWeek(page, monday, '1 of 2 done');
  const notice = page.getByRole('status').filter({ hasText: 'Task deleted' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expectWeek(page, monday, '1 of 3 done');
  await expectCount(wednesday, '0/1');
});

/** Expects the days of a week, and how many of its tasks are done. */
async function expectWeek(page: Page, start: string, progress: string): Promise<void> {
  await expect(dayCards(page).getByRole('heading')).toHaveText(weekFrom(start).map(dayHeading));
  await expect(page.getByText(progress, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
}
