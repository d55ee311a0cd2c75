import type { Page } from '@playwright/test';
import { openState, statesOfPages } from '../states/index.ts';
import { plantTasks, taskRow, dayCard } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

/** What opens over a page. */
const MORE = [
  'dashboard/composer',
  'dashboard/emoji-picker',
  'dashboard/account-menu',
  'dashboard/goals',
  'dashboard/notices',
  'settings/deletion',
  'remote-failed/visitor',
];
const pages = statesOfPages(MORE);

/** What looks like a surface: a box with round or framed edges and a colour or a shadow of its own. */
async function markSurfaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (element.closest('[aria-hidden="true"], svg') || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const isPainted =
        style.backgroundImage !== 'none' ||
        !/rgba\(0, 0, 0, 0\)|transparent/.test(style.backgroundColor) ||
        style.boxShadow !== 'none';
      // The edge of a menu's lines is the menu's.
      const isControl = element.matches('button:not([role="menuitem"]), input, select, textarea');
      const isLarge = element.offsetWidth > 40 && element.offsetHeight > 20;
      if (isControl || (isPainted && isLarge && Number.parseFloat(style.borderTopLeftRadius) >= 4)) {
        element.dataset['surface'] = '';
      }
    }
  });
}

/** Which of them, or which focused control, shows no edge now that the system decides the colours. */
async function edgeless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${String(element.className)} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
    const found: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>('[data-surface]')) {
      const style = getComputedStyle(element);
      const hasBorder = (['Top', 'Bottom', 'Left', 'Right'] as const).some(
        (side) =>
          style[`border${side}Style`] !== 'none' &&
          Number.parseFloat(style[`border${side}Width`]) >= 1 &&
          !/^rgba\(.*, 0\)$/.test(style[`border${side}Color`]),
      );
      const isDrawnByBrowser = element.matches('input') && style.appearance !== 'none';
      // A button in the middle of a sentence looks as a link does.
      const isLink = style.textDecorationLine === 'underline';
      if (!hasBorder && !isDrawnByBrowser && !isLink && style.outlineStyle === 'none') {
        found.push(`no edge: ${nameOf(element)}`);
      }
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('a[href], button, input')) {
      if (!element.checkVisibility()) continue;
      element.focus({ focusVisible: true, preventScroll: true });
      // Under a dialog nothing takes the focus.
      if (document.activeElement !== element) continue;
      const style = getComputedStyle(element);
      if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2) {
        found.push(`no focus ring: ${nameOf(element)}`);
      }
    }
    return found;
  });
}

for (const state of pages) {
  test(`in forced colours every control, field and card has an edge, and the focus its ring: ${state.name}`, async ({
    page,
    site,
    allowConsole,
  }) => {
    if (state.says) allowConsole(state.says);
    await openState(page, site, state);
    await markSurfaces(page);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    expect(await edgeless(page)).toEqual([]);
  });
}

test('in forced colours done, starred, pinned, chosen and today are told by more than a colour', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'Plain', task_date: today() },
    { title: 'Starred', task_date: today(), starred: true, emoji: '🎯' },
    { title: 'Pinned', task_date: today(), pinned: true },
    { title: 'Done', task_date: today(), completed: true },
  ]);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Plain')).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toHaveCSS('text-decoration-line', 'line-through');
  await expect(page.getByRole('checkbox', { name: 'Done' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Done' })).toHaveCSS('appearance', 'auto');
  for (const [title, name] of [
    ['Starred', 'Unstar task'],
    ['Pinned', 'Unpin task'],
  ] as const) {
    await expect(page.getByText(title, { exact: true })).toHaveCSS('font-weight', '600');
    const fill = taskRow(page, title)
      .getByRole('button', { name })
      .evaluate((button) => getComputedStyle(button.firstElementChild ?? button).fill);
    expect(await fill, 'the icon is filled').not.toBe('none');
  }
  await expect(dayCard(page, today()).getByText('Today', { exact: true })).toBeVisible();
  await expect(dayCard(page, today())).toHaveCSS('border-top-width', '3px');

  await taskRow(page, 'Starred').getByRole('button', { name: 'Change emoji' }).click();
  const choices = page.getByRole('group', { name: 'Choose an emoji' }).getByRole('button');
  const width = (name: string) =>
    choices
      .and(page.getByRole('button', { name, exact: true }))
      .evaluate((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth));
  expect(await width('Target')).toBeGreaterThan(await width('Coffee'));
});
