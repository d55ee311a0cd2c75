// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { manyTasks, renderDashboard, user } from '../testing/dashboard.tsx';

const dialog = () => screen.queryByRole('dialog', { name: 'Search' });
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search tasks, days and pages' });
const options = () => page.textsOf(screen.queryAllByRole('option'));
const active = () => page.describing(field(), 'aria-activedescendant')?.textContent;
const status = () => within(dialog() as HTMLElement).getByRole('status').textContent;
const untilOptions = (...texts: string[]) => waitFor(() => expect(options()).toEqual(texts));
/** Waits until a day's heading has the focus. */
const untilOnDay = (heading: string) => waitFor(() => expect(page.focused()?.textContent).toBe(heading));

const ZAHNE = 'Zähne beim Arzt';
const OLD = aTask({ id: 'old', title: ZAHNE, emoji: '🦷', task_date: '2025-09-03', completed: true });
const NEW = aTask({ id: 'new', title: 'Arzt am Montag anrufen', task_date: '2026-11-17' });
const FOUND = 'Arzt am Montag anrufenTue Nov 17';

async function searchFor(text: string, keys = ''): Promise<void> {
  if (!dialog()) await page.press('Search');
  // In one go: on a busy machine the letters of a simulated user come slower than the search waits.
  act(() => {
    for (let count = 0; count <= text.length; count += 1)
      fireEvent.change(field(), { target: { value: text.slice(0, count) } });
  });
  if (keys) await user.keyboard(keys);
}

it('task-search: ignores accents, lists a day and then the newest task first, and opens the week with the row focused', async () => {
  await renderDashboard(OLD, NEW);
  await searchFor('mon');
  await untilOptions('Monday, Nov 23', FOUND);
  await searchFor('arzt');
  await untilOptions(FOUND, '🦷Zähne beim Arztcompleted, Wed Sep 3, 2025');
  expect([status(), active()]).toEqual(['2 tasks found', FOUND]);
  await user.keyboard('{ArrowDown}');
  expect(active()).toContain('Zähne');
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(dialog()).toBeNull();
  await page.untilFocused(ZAHNE);
  expect(page.firstDay()).toBe('Monday Sep 1');
});

it('task-search: text typed in one go is one request; a response to an earlier text is dropped; Enter before the response waits for it', async () => {
  await renderDashboard(OLD, NEW);
  platform.hold();
  await searchFor('zahne');
  await waitFor(() => expect(platform.calls('search')).toEqual([['zahne']]));
  await searchFor('anrufen', '{Enter}');
  expect(status()).toBe('Searching…');
  await waitFor(() => expect(platform.calls('search')).toEqual([['zahne'], ['anrufen']]));
  await page.answer('search', [OLD]);
  expect(options()).toEqual([]);
  await page.answer('search');
  await waitFor(() => expect(dialog()).toBeNull());
  await page.untilFocused(NEW.title);
  // A week that loads late does not take the focus from where the user is working.
  await searchFor('zahne');
  await waitFor(() => expect(platform.waiting()).toContain('search'));
  await page.answer('search');
  await user.keyboard('{Enter}');
  await user.click(page.day('Friday Sep 5').getByRole('button', { name: 'Add task' }));
  await page.answerAll();
  await screen.findByRole('checkbox', { name: ZAHNE });
  expect(page.focused()).toBe(page.composer());
});

it('task-search, day-words: finds days and pages; choosing a day focuses its heading, as does a task that is gone by now', async () => {
  await renderDashboard(OLD);
  for (const [text, ...found] of [
    ['3 dec', 'Thursday, Dec 3'],
    ['next friday', 'Friday, Nov 27'],
    ['2027-01-01', 'Friday, Jan 1, 2027'],
    ['sett', 'Settings'],
    ['RETRO', 'Retro mode', 'Retro week', 'Retro plans'],
    ['pri', 'Pricing', 'Retro plans'],
    ['retro pri', 'Retro plans'],
    ['password', 'Settings'],
    ['   '],
    ['x'],
  ] as const) {
    await searchFor(text);
    expect([text, ...options()]).toEqual([text, ...found]);
  }
  await searchFor('tomorrow', '{Enter}');
  await untilOnDay('Thursday Nov 19');
  await searchFor('3 dec', '{Enter}');
  await untilOnDay('Thursday Dec 3');
  expect(page.firstDay()).toBe('Monday Nov 30');
  await searchFor('zahne');
  const found = await screen.findByRole('option');
  platform.hold();
  await user.click(found);
  while (platform.waiting().includes('listBetween')) await page.answer('listBetween', []);
  await untilOnDay('Wednesday Sep 3');
});

it('task-search: opens with its button and with Ctrl+K, also from the composer, whose task is then added; says what to type, and that fifty tasks at most are shown', async () => {
  await renderDashboard(...manyTasks(60, () => ({ task_date: '2026-09-03' })));
  await page.press('Search');
  expect(page.focused()).toBe(field());
  expect(status()).toBe('Type words of a task, a day like tomorrow, next friday or 3 dec, or a page.');
  act(() => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(dialog()).toBeNull();
  await page.compose('Half', '{Control>}k{/Control}');
  expect(dialog()).not.toBeNull();
  await page.untilSaid('Task added!');
  await searchFor('q');
  expect(status()).toBe('Type one more letter to search your tasks.');
  await searchFor('quokka');
  await waitFor(() => expect(status()).toBe('Nothing found. Try fewer or other words.'));
  await user.keyboard('{Enter}');
  expect(dialog()).not.toBeNull();
  await searchFor('task');
  await waitFor(() => expect(options()).toHaveLength(50));
  expect(status()).toBe('The newest 50 tasks are shown. Type more to find others.');
});

it('task-search: a failure is shown in the dialog with Retry, and pages are still found without a network', async () => {
  await renderDashboard(NEW);
  platform.setOnline(false);
  platform.hold();
  await searchFor('sett');
  await waitFor(() => expect(platform.waiting()).toContain('search'));
  await page.fail('search');
  expect(dialog()?.textContent).toContain('Failed to search tasks. You are offline.');
  expect(options()).toEqual(['Settings']);
  platform.setOnline(true);
  await page.answerAll();
  platform.failEach('search', 'network');
  await searchFor('anru');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(dialog()?.textContent).toContain('Failed to search tasks');
  platform.failEach('search', null);
  await user.click(retry);
  await untilOptions(FOUND);
});
