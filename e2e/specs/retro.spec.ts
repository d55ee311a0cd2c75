import type { Page } from '@playwright/test';
import { newEmail, storedSession } from '../support/accounts.ts';
import { sidewaysExcess } from '../support/axe.ts';
import { dayAfter, dayNumber, shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { goInside } from '../support/documents.ts';
import { passwordField, submit } from '../support/forms.ts';
import { settle, watchRequests } from '../support/layoutShifts.ts';
import { motionsOf } from '../support/motion.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { monday, insertTasks, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Retro mode. That nothing scrolls sideways when enlarged: accessibility.spec.ts. That nothing moves when fonts and tasks
// arrive late: layoutShifts.spec.ts.

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const columns = (page: Page) =>
  page
    .getByRole('region', { name: 'Week', exact: true })
    .getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+$/ });

const column = (page: Page, day: string) =>
  columns(page).and(page.getByRole('region', { name: `${weekdayName(day)} ${dayNumber(day)}`, exact: true }));

const pauseButton = (page: Page) => page.getByRole('button', { name: 'Pause animation', exact: true });
const dog = (page: Page) => page.getByTestId('flying-dog');
const headings = (start: string) => weekFrom(start).map((day) => `${weekdayName(day)} ${dayNumber(day)}`);

test('retro-week: the week is shown with starred tasks first, cannot be changed, fits every width, and is printed in black without controls', async ({
  member: page,
  account,
}) => {
  const day = today();
  await insertTasks(account, [
    { title: 'Plain and first', task_date: day },
    { title: 'Done', task_date: day, completed: true, emoji: '☕' },
    { title: 'Pinned', task_date: day, pinned: true },
    { title: 'Starred later', task_date: day, starred: true, emoji: '🎯' },
    { title: 'Starred and done', task_date: day, starred: true, completed: true },
    { title: 'Another week', task_date: dayAfter(day, 7) },
  ]);

  await page.goto('/retro/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Your week' })).toBeVisible();
  await expect(columns(page)).toHaveCount(7);
  await expect(columns(page).getByRole('heading')).toHaveText(headings(monday));
  const rows = column(page, day).getByRole('listitem');
  await expect(rows).toHaveText([
    '🎯Starred laterStarred',
    'Starred and doneCompletedStarred',
    'Pinned',
    'Plain and first',
    '☕DoneCompleted',
  ]);
  for (const title of ['Starred later', 'Starred and done', 'Pinned', 'Plain and first', 'Done']) {
    const decoration = title.includes('one') ? 'line-through' : 'none';
    await expect(rows.getByText(title, { exact: true })).toHaveCSS('text-decoration-line', decoration);
  }
  await expect(rows.locator('s, del')).toHaveText(['Starred and done', 'Done']);
  const colours = (title: string) =>
    rows.filter({ hasText: title }).evaluate((task) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(task);
      return `${backgroundColor} ${borderColor} ${color}`;
    });
  expect(await colours('Starred later'), 'a star is highlighted').not.toBe(await colours('Plain and first'));
  await expect(column(page, day)).toHaveAttribute('aria-current', 'date');
  await expect(columns(page).filter({ has: page.getByText('Today', { exact: true }) })).toHaveCount(1);

  const main = page.getByRole('main');
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  await expect(main.getByRole('textbox')).toHaveCount(0);
  // The two arrows and the button that leads back to this week.
  await expect(main.getByRole('button')).toHaveCount(3);

  await test.step('its own fonts, and as many columns as fit', async () => {
    await expect(heading(page)).toHaveCSS('font-family', /^"Press Start 2P"/);
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      );
    await expect.poll(loaded).toEqual(expect.arrayContaining(['Press Start 2P', 'VT323']));
    for (const [width, count] of [
      [320, 1],
      [768, 4],
      [1280, 7],
      [1960, 7],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const countColumns = () =>
        columns(page).evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
      await expect.poll(countColumns, `columns at ${width} px`).toBe(count);
      expect.soft(await sidewaysExcess(page), `pixels to scroll sideways at ${width} px`).toBe(0);
    }
  });

  await page.emulateMedia({ media: 'print' });
  const title = page.getByText('Starred later', { exact: true });
  for (const part of [title, heading(page), column(page, day).getByRole('heading')])
    await expect(part).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(dog(page)).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('retro-week: arrows lead to the next and the previous week, the score counts the completed tasks, and the week is read again when the user returns', async ({
  member: page,
  account,
}) => {
  await insertTasks(account, [
    { title: 'Last week', task_date: dayAfter(monday, -7) },
    { title: 'Done last week', task_date: dayAfter(monday, -1), completed: true },
    { title: 'Three weeks on', task_date: dayAfter(monday, 27), completed: true },
  ]);
  const todayColumn = columns(page).filter({ has: page.getByText('Today', { exact: true }) });
  await page.goto('/retro/dashboard');
  await expect(page.getByText('No quests this week. Normal mode is where you add some.')).toBeVisible();
  await expect(todayColumn).toHaveCount(1);
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect(columns(page).getByRole('heading')).toHaveText(headings(dayAfter(monday, -7)));
  await expect(page.getByRole('listitem').filter({ hasText: /^Last week/ })).toBeVisible();
  await expect(page.getByText('DONE 1/2', { exact: true })).toBeVisible();
  await expect(page.getByText('Week clear!')).toHaveCount(0);
  await expect(todayColumn).toHaveCount(0);
  const next = page.getByRole('button', { name: 'Next week' });
  for (let step = 0; step < 4; step += 1) await next.press('Enter');
  const start = dayAfter(monday, 21);
  const end = dayAfter(monday, 27);
  // Across two years both have theirs: time.spec.ts.
  await expect(
    page.getByText(new RegExp(`^${shortDate(start)}(, \\d+)? – ${shortDate(end)}, ${end.slice(0, 4)}$`)),
  ).toBeVisible();
  await expect(column(page, end).getByRole('listitem')).toHaveText(['Three weeks onCompleted']);
  await expect(page.getByText('DONE 1/1')).toBeVisible();
  await expect(page.getByText('Week clear!', { exact: true })).toBeVisible();

  const todayButton = page.getByRole('button', { name: 'TODAY', exact: true });
  await todayButton.press('Enter');
  await expect(column(page, today())).toHaveAttribute('aria-current', 'date');
  await expect(todayButton).toBeFocused();

  await insertTasks(account, [{ title: 'From another device', task_date: monday }]);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new Event('focus'));
  });
  await expect(column(page, monday).getByRole('listitem')).toHaveText(['From another device']);
});

// The notices for a taken email and for an unknown failure: remotes/retro/src/auth/enterGame.test.ts.

test('retro-landing, retro-auth, retro-passwords: a new game needs no capital letter in its password, starts at once, and can be quit and continued', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const email = newEmail();
  await page.goto('/retro');
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await page.getByRole('link', { name: 'BACK' }).click();
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page).toHaveURL('/retro/auth');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await submit(page, '[ START ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Account created! Welcome to the game!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Your week' })).toBeVisible();

  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page.getByRole('link', { name: '[ PRESS START ]' })).toHaveCount(0);
  await page.getByRole('link', { name: '[ CONTINUE GAME ]' }).click();
  await page.getByRole('button', { name: 'QUIT' }).click();
  await expect(page).toHaveURL('/retro/auth');
  expect(await storedSession(page)).toBeNull();
  await submit(page, '[ PLAY ]', email, 'wrong password');
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await expect(passwordField(page)).toHaveValue('wrong password');
  await submit(page, '[ PLAY ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
});
/** Returns the number of endless animations of the page. */
const animations = async (page: Page) => (await motionsOf(page)).filter(({ isEndless }) => isEndless).length;

test('retro-landing, sky-and-motion: the dog flies across every retro page until it is paused', async ({
  member: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/retro/dashboard');
  await expect(dog(page)).toBeInViewport();
  await expect(dog(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(dog(page)).toHaveCSS('pointer-events', 'none');
  await expect(pauseButton(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await animations(page)).toBeGreaterThan(0);

  await pauseButton(page).click();
  await expect(pauseButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(pauseButton(page)).toBeFocused();
  await expect.poll(() => animations(page)).toBe(0);
  // The choice applies to all pages and is stored.
  for (const path of ['/retro', '/retro/pricing']) {
    await page.goto(path);
    await expect(dog(page)).toBeInViewport();
    await expect(pauseButton(page)).toHaveAttribute('aria-pressed', 'true');
    expect(await animations(page), path).toBe(0);
  }
  await pauseButton(page).press('Enter');
  await expect(pauseButton(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => animations(page)).toBeGreaterThan(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/retro', '/retro/pricing']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(dog(page)).toBeInViewport();
    expect(await animations(page), `${path}, reduced motion`).toBe(0);
  }
});

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

const OTHERS = ['/', '/dashboard', '/settings', '/no-such-page', '/pricing'];
const RETRO = ['/retro/dashboard', '/retro/pricing', '/retro'];

test('retro and the other pages do not change each other’s styles, and only retro uses its fonts', async ({
  member: page,
}) => {
  const { pending } = watchRequests(page);
  const open = async (path: string) => {
    await page.goto(path);
    await settle(page, pending);
    // The region of notices is added once the page is idle, and stays.
    await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  };
  /** Opens pages one after the other without a reload. Returns the styles of each. */
  const visitPages = async (paths: readonly string[]) => {
    const styles: Record<string, Styles> = {};
    for (const path of paths) {
      const title = await page.title();
      await goInside(page, path);
      await expect(page).not.toHaveTitle(title);
      await settle(page, pending);
      const found = await stylesOf(page);
      expect(Object.keys(found).length, `${path} has something to compare`).toBeGreaterThan(1000);
      styles[path] = found;
    }
    return styles;
  };
  await open('/retro');
  const retroAlone = await visitPages(RETRO);
  await open('/terms');
  const othersAlone = await visitPages(OTHERS);
  const fontsBefore = await fontFamilies(page);
  await visitPages(['/retro']);
  expect.soft(await visitPages(RETRO)).toEqual(retroAlone);
  const retroFonts = (await fontFamilies(page)).filter((family) => !fontsBefore.includes(family));

  await visitPages(['/terms']);
  const othersAfter = await visitPages(OTHERS);
  expect.soft(othersAfter).toEqual(othersAlone);
  for (const [path, styles] of Object.entries(othersAfter)) {
    const used = Object.entries(styles).filter(([name]) => name.endsWith(' font-family'));
    const foreign = used.filter(([, value]) => retroFonts.some((family) => value.includes(family)));
    expect.soft(foreign, path).toEqual([]);
  }
});
