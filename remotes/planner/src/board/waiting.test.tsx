// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { MemoryRouter, aTask, kept, platform, session, type Failure } from '@space/platform/testing';
import { answer, composer, day, fail, monday, renderDashboard } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const MARK = 'Waiting to be sent';
const rowOf = (title: string) => screen.getByRole('checkbox', { name: title }).closest('li');
const waitingRows = () => screen.queryAllByText(MARK).map((mark) => mark.closest('li'));
const failedList = () => screen.queryByRole('list', { name: 'Tasks that were not added' });
const button = (name: string) => screen.getByRole('button', { name });
const sentTitles = () => platform.calls('add').map(([task]) => (task as { title: string }).title);
const line = () => within(screen.getByRole('main')).getAllByRole('status')[0]?.textContent;
const openWaiting = { title: 'Buy milk', emoji: null, task_date: '2026-11-16', typedAt: 5, refusal: null };

function lose(failure: Failure = 'network') {
  platform.setOnline(failure !== 'network');
  platform.failEach('add', failure);
}

async function comeBack(failure: Failure | null = null) {
  platform.setOnline(true);
  platform.failEach('add', failure);
  await act(async () => {
    platform.comeBack();
    await platform.letGo();
  });
}

/** Opens a week, and types tasks for Monday without a network. */
async function typeOffline(titles: readonly string[], known = [aTask()]) {
  const user = await renderDashboard(...known);
  lose();
  await user.click(monday().getByRole('button', { name: 'Add task' }));
  for (const title of titles) {
    await user.paste(title);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(rowOf(title)?.textContent).toContain(MARK));
  }
  await user.keyboard('{Escape}');
  return user;
}

it('waiting-tasks: a task typed offline stands at its day, is not folded or counted, is reached from other weeks, and becomes an ordinary row in its place', async () => {
  const many = Array.from({ length: 20 }, (_, n) => aTask({ id: `t${n}`, title: `Task ${n}` }));
  const user = await typeOffline(['Buy milk', 'Call Ana'], many);
  expect(line()).toMatch(/^You are offline\. Last read (on \w+ \d+ )?at \d\d:\d\d\.$/);
  expect(platform.notices()).toEqual([]);
  expect(monday().getByText('0 of 20 done')).not.toBeNull();
  expect(button('Show 12 more')).not.toBeNull();
  const rows = waitingRows();
  expect(rows.map((each) => each?.textContent)).toEqual([`Buy milk${MARK}`, `Call Ana${MARK}`]);
  for (const each of rows) {
    const names = within(each as HTMLElement).getAllByRole('button');
    expect(names.map((one) => one.getAttribute('aria-label'))).toEqual(['Edit title', 'Discard', 'More']);
  }
  await user.click(button('Next week'));
  expect(screen.getByText('2 tasks of other weeks wait to be sent.')).not.toBeNull();
  await user.click(button('Show'));
  const checkbox = () => rowOf('Buy milk')?.querySelector('input');
  await waitFor(() => expect(document.activeElement).toBe(checkbox()));
  expect(screen.queryByText(/of other weeks/)).toBeNull();
  const shown = waitingRows();

  await comeBack();
  await waitFor(() => expect(waitingRows()).toEqual([]));
  expect([rowOf('Buy milk'), rowOf('Call Ana')]).toEqual(shown);
  expect(document.activeElement).toBe(checkbox());
  expect(sentTitles().slice(-2)).toEqual(['Buy milk', 'Call Ana']);
  expect(platform.rows()).toHaveLength(22);
  expect(line()).toBe('');
  expect(localStorage.getItem('better-space-kept:user:waiting')).toBeNull();
  await waitFor(() => expect(platform.notices()).toEqual(['Task added!', 'Task added!']));
});

it('waiting-tasks: it can be edited and discarded, and is not sent while it is edited', async () => {
  const user = await typeOffline(['Buy mlik', 'A mistake']);
  const row = within(rowOf('Buy mlik') as HTMLElement);
  await user.click(row.getByRole('button', { name: 'Edit title' }));
  await comeBack();
  expect(platform.rows().map(({ title }) => title)).toEqual(['Water the plants', 'A mistake']);
  await user.clear(screen.getByRole('textbox', { name: 'Task title' }));
  await user.paste('Buy milk');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(rowOf('Buy milk')?.textContent).toBe('Buy milk'));
  expect(platform.rows()).toHaveLength(3);

  lose();
  await user.click(monday().getByRole('button', { name: 'Add task' }));
  await user.paste('Another mistake');
  await user.keyboard('{Enter}{Escape}');
  await waitFor(() => expect(waitingRows()).toHaveLength(1));
  await user.click(button('Discard'));
  expect(waitingRows()).toEqual([]);
  await comeBack();
  expect(platform.rows()).toHaveLength(3);
});

it('waiting-tasks: a refused one keeps its title and the reason, blocks no other, and is edited, sent again or discarded', async () => {
  const user = await typeOffline(['Buy mlik']);
  await comeBack({ kind: 'rejected', status: 400, message: 'A day holds 2,000 tasks at most.' });
  const reason = 'Failed to add task. Please try again. A day holds 2,000 tasks at most.';
  await waitFor(() => expect(failedList()?.textContent).toContain(`Buy mlik${reason}`));
  expect(waitingRows()).toEqual([]);
  await user.click(button('Retry'));
  await waitFor(() => expect(sentTitles()).toHaveLength(3));
  expect(failedList()?.textContent).toContain(reason);
  platform.failEach('add', null);
  await user.click(button('Edit'));
  await user.clear(screen.getByRole('textbox', { name: 'Task title' }));
  await user.paste('Buy milk');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(rowOf('Buy milk')).not.toBeNull());
  expect(failedList()).toBeNull();

  act(() => {
    kept.write('waiting:x', { ...openWaiting, id: 'x', sent: null, refusal: reason });
    dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  await user.click(button('Discard'));
  expect(failedList()).toBeNull();
  expect(kept.names()).not.toContain('waiting:x');
});

it.each([
  ['a server that does not answer', { kind: 'network', code: 'no_answer' }, true],
  ['a connection that breaks', { kind: 'network' }, false],
  ['a lost session', { kind: 'auth' }, false],
  ['a refusal', { kind: 'rejected', status: 400 }, false],
] as const)('waiting-tasks: with %s a new task waits or stays in its field', async (_, failure, waits) => {
  const user = await renderDashboard();
  platform.failEach('add', failure);
  await user.click(monday().getByRole('button', { name: 'Add task' }));
  await user.paste('Buy milk');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect([waitingRows().length, composer()?.value]).toEqual(waits ? [1, ''] : [0, 'Buy milk']),
  );
  expect(platform.notices()).toHaveLength(waits ? 0 : 1);
});

it.each([
  ['is sent', null, [true, 'Buy milk']],
  ['gets no response', 'network', [false, 'Buy milk']],
  ['is refused', { kind: 'rejected', status: 400 }, [false, 'Buy milk']],
] as const)(
  'add-once: a title that another tab changes while it %s is sent next',
  async (_, failure, [corrects]) => {
    await typeOffline(['Buy mlik']);
    platform.setOnline(true);
    platform.failEach('add', null);
    platform.hold();
    act(() => platform.comeBack());
    await waitFor(() => expect(platform.waiting()).toContain('add'));
    const name = kept.names().find((each) => each.startsWith('waiting:')) ?? '';
    kept.write(name, { ...(kept.read(name) as object), title: 'Buy milk' });
    await (failure ? fail('add', failure) : answer('add'));
    await act(() => platform.letGo());
    await act(async () => platform.comeBack());
    await waitFor(() => expect(platform.rows().map(({ title }) => title)).toContain('Buy milk'));
    expect(platform.rows()).toHaveLength(2);
    expect(platform.calls('update').length > 0).toBe(true);
    expect(platform.calls('add').length).toBe(corrects ? 2 : 3);
    await waitFor(() => expect(kept.names().filter((each) => each.startsWith('waiting:'))).toEqual([]));
  },
);

it('kept-data: waiting tasks survive a session that the server has ended, for this account alone', async () => {
  const signIn = (id: string) =>
    act(() => session.setState({ status: 'signed-in', user: { id, email: null }, wasLost: false }));
  await typeOffline(['A secret plan']);
  act(() => platform.loseSession());
  signIn('user');
  expect(waitingRows()).toHaveLength(1);
  await act(() => session.getState().signOut());
  signIn('user');
  expect(waitingRows()).toEqual([]);
  expect(localStorage.length).toBe(0);
});

/** Opens the dashboard without a network, as a new document does: with what this browser has stored. */
async function visitAgain() {
  vi.resetModules();
  platform.setOnline(false);
  platform.hold();
  const { DashboardPage } = await import('../dashboard/DashboardPage.tsx');
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <DashboardPage />
    </MemoryRouter>,
  );
  await waitFor(() => expect(platform.waiting()).toContain('update'));
  for (const name of ['update', 'listBetween']) await fail(name);
}

it('saved-week: a browser that used the version before keeps its week and its waiting tasks', async () => {
  const readAt = new Date(2026, 10, 17, 14, 5).getTime();
  const week = { form: 1, from: '2026-11-16', readAt, tasks: [aTask()] };
  const stored = { id: 'w', ...openWaiting, sent: { title: 'Buy mlik', emoji: null } };
  localStorage.setItem('better-space-kept:user:week', JSON.stringify(week));
  localStorage.setItem('better-space-kept:user:waiting:w', JSON.stringify(stored));
  localStorage.setItem('better-space-kept:user:display-name', JSON.stringify('Mei Lin'));
  await visitAgain();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Mei Lin');
  expect(day('Monday Nov 16').getByText('0 of 1 done')).not.toBeNull();
  expect(rowOf('Buy milk')?.textContent).toContain(MARK);
  await waitFor(() => expect(line()).toBe('You are offline. Last read on Nov 17 at 14:05.'));
  expect(screen.queryByText('Failed to load tasks')).toBeNull();
  platform.setOnline(true);
  await act(() => platform.letGo());
  act(() => platform.comeBack());
  await waitFor(() => expect(rowOf('Buy milk')?.textContent).toBe('Buy milk'));
  expect(platform.rows().map(({ id, title }) => [id, title])).toEqual([['w', 'Buy milk']]);
  expect(localStorage.getItem('better-space-kept:user:waiting:w')).toBeNull();
});
