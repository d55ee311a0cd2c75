// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import { answer, fail, monday, renderDashboard, untilFocused } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const dialog = () => screen.queryByRole('dialog', { name: 'Search' });
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search tasks, days and pages' });
const statusText = () => within(dialog() as HTMLElement).getByRole('status').textContent;
const options = () =>
  within(dialog() as HTMLElement)
    .queryAllByRole('option')
    .map((option) => option.textContent);
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
const firstDay = () => screen.getAllByRole('heading', { level: 3 })[0]?.textContent;

const ZAHNE = 'Zähne beim Arzt';
const OLD = aTask({ id: 'old', title: ZAHNE, emoji: '🦷', task_date: '2026-09-03', completed: true });
const NEW = aTask({ id: 'new', title: 'Arzt anrufen', task_date: '2026-11-17' });

async function searchFor(user: UserEvent, text: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Search' }));
  // In one go: on a busy machine the letters of a simulated user come slower than the search waits.
  const [, letters = '', keys] = /^([^{]*)(.*)/.exec(text) ?? [];
  act(() => {
    for (let count = 1; count <= letters.length; count += 1)
      fireEvent.change(field(), { target: { value: letters.slice(0, count) } });
  });
  if (keys) await user.keyboard(keys);
}

it('opens with its button and with Ctrl+K, also from the composer, whose task is then added', async () => {
  const user = await renderDashboard();
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(document.activeElement).toBe(field());
  expect(statusText()).toBe('Type words of a task, a day like tomorrow, next friday or 3 dec, or a page.');
  act(() => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(dialog()).toBeNull();
  await user.click(monday().getByRole('button', { name: 'Add task' }));
  await user.keyboard('Half{Control>}k{/Control}');
  expect(dialog()).not.toBeNull();
  await waitFor(() => expect(platform.notices()).toEqual(['Task added!']));
});

it('task-search: ignores accents, lists the newest task first, and opens the week with the row focused', async () => {
  const user = await renderDashboard(OLD, NEW);
  await searchFor(user, 'arzt');
  await waitFor(() =>
    expect(options()).toEqual(['Arzt anrufenTue Nov 17', '🦷Zähne beim Arztcompleted, Thu Sep 3']),
  );
  expect(statusText()).toBe('2 tasks found');
  expect(active()).toContain('Arzt anrufen');
  await user.keyboard('{ArrowDown}');
  expect(active()).toContain('Zähne');
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(dialog()).toBeNull();
  await untilFocused(ZAHNE);
  expect(firstDay()).toBe('Monday Aug 31');
});

it('Enter before the response opens the first result once it arrives', async () => {
  const user = await renderDashboard(NEW);
  platform.hold();
  await searchFor(user, 'anrufen{Enter}');
  expect(statusText()).toBe('Searching…');
  await waitFor(() => expect(platform.waiting()).toContain('search'));
  await answer('search');
  await waitFor(() => expect(dialog()).toBeNull());
  await untilFocused('Arzt anrufen');
});

it('sends one request for text typed in one go, and drops the response to an earlier text', async () => {
  const user = await renderDashboard(OLD, NEW);
  platform.hold();
  await searchFor(user, 'zahne');
  await waitFor(() => expect(platform.calls('search')).toEqual([['zahne']]));
  await user.clear(field());
  await user.paste('anrufen');
  await waitFor(() => expect(platform.calls('search')).toEqual([['zahne'], ['anrufen']]));
  await answer('search', [OLD]);
  expect(options()).toEqual([]);
  await answer('search');
  expect(options()).toEqual(['Arzt anrufenTue Nov 17']);
});

it('choosing a day opens its week and focuses its heading', async () => {
  const user = await renderDashboard();
  await searchFor(user, 'tomorrow');
  expect(options()).toEqual(['Thursday, Nov 19']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Thursday Nov 19'));
  await searchFor(user, '3 dec{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Thursday Dec 3'));
  expect(firstDay()).toBe('Monday Nov 30');
});

it('a week that loads late does not take the focus from where the user is working', async () => {
  const user = await renderDashboard(OLD);
  await searchFor(user, 'zahne');
  await screen.findByRole('option');
  platform.hold();
  await user.keyboard('{Enter}');
  await user.click(screen.getAllByRole('button', { name: 'Add task' })[4] as HTMLElement);
  const typing = document.activeElement;
  await act(() => platform.letGo());
  await screen.findByRole('checkbox', { name: 'Zähne beim Arzt' });
  expect(document.activeElement).toBe(typing);
});

it('says if nothing was found, and that one letter is too short', async () => {
  const user = await renderDashboard(NEW);
  await searchFor(user, 'q');
  expect(statusText()).toBe('Type one more letter to search your tasks.');
  await user.keyboard('uokka');
  await waitFor(() => expect(statusText()).toBe('Nothing found. Try fewer or other words.'));
  await user.keyboard('{Enter}');
  expect(dialog()).not.toBeNull();
  expect(platform.notices()).toEqual([]);
});

it('shows fifty tasks at most, and says that there may be more', async () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    aTask({ id: `t${n}`, title: `Report ${n}`, task_date: '2026-09-03' }),
  );
  const user = await renderDashboard(...many);
  await searchFor(user, 'report');
  await waitFor(() => expect(statusText()).toBe('The newest 50 tasks are shown. Type more to find others.'));
  expect(options()).toHaveLength(50);
});

it('task-search: a failure is shown in the dialog with Retry, and pages are still found without a network', async () => {
  const user = await renderDashboard(NEW);
  platform.setOnline(false);
  platform.hold();
  await searchFor(user, 'sett');
  await waitFor(() => expect(platform.waiting()).toContain('search'));
  await fail('search');
  expect(dialog()?.textContent).toContain('Failed to search tasks. You are offline.');
  expect(options()).toEqual(['Settings']);
  platform.setOnline(true);
  await act(() => platform.letGo());
  await user.clear(field());
  await user.type(field(), 'anr');
  await waitFor(() => expect(options()).toEqual(['Arzt anrufenTue Nov 17']));
  platform.failEach('search', 'network');
  await user.type(field(), 'u');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(dialog()?.textContent).toContain('Failed to search tasks');
  platform.failEach('search', null);
  await user.click(retry);
  await waitFor(() => expect(options()).toEqual(['Arzt anrufenTue Nov 17']));
});

it('a result whose task no longer exists leads to its day', async () => {
  const user = await renderDashboard(OLD);
  await searchFor(user, 'zahne');
  const found = await screen.findByRole('option');
  platform.hold();
  await user.click(found);
  while (platform.waiting().includes('listBetween')) await answer('listBetween', []);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Thursday Sep 3'));
});
