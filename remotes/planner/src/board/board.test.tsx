// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { MemoryRouter, aTask, kept, platform, tasks, type Failure } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { PLANTS, manyTasks, renderDashboard, renderPending } from '../testing/dashboard.tsx';

it('task-query, live-update: reads the visible week, then each neighbour once, and again what has changed', async () => {
  renderPending(aTask());
  expect(platform.calls('listBetween')).toEqual([['2026-11-16', '2026-11-22']]);
  await page.answerAll();
  expect(platform.calls('listBetween').slice(1)).toEqual([
    ['2026-11-23', '2026-11-29'],
    ['2026-11-09', '2026-11-15'],
  ]);
  await page.failing('version', 'network', page.comeBack);
  expect([platform.calls('listBetween').length, platform.notices()]).toEqual([3, []]);
  platform.changeElsewhere('a', { title: 'Changed' });
  await page.comeBack();
  await page.untilRows('Changed');
  await page.comeBack();
  expect(platform.calls('listBetween')).toHaveLength(4);
});

it.each([
  ['the server does not answer', 'network', true, /^The server does not answer\. Last read .*\.$/],
  ['there is no network', 'network', false, /^You are offline\. Last read .*\.$/],
  ['the server refuses', 'rejected', true, 'Failed to load tasks'],
] as const)(
  'saved-week: if %s, a week without a copy says so in its place, with Retry, and what is known stays',
  async (_, kind, isOnline, sentence) => {
    await renderDashboard(aTask());
    platform.setOnline(isOnline);
    platform.failEach('listBetween', kind);
    // The next week was read along with this one.
    await page.press('Next week');
    await page.press('Next week');
    await screen.findByText('Failed to load tasks');
    expect(screen.queryByText('Nothing planned yet')).toBeNull();
    const notices = platform.notices();
    expect([...new Set(notices)]).toEqual(isOnline ? ['! Failed to load tasks'] : []);
    // A retry that no one asked for is silent; the failure stays until one succeeds.
    await page.comeBack();
    expect(platform.notices()).toEqual(notices);
    platform.failEach('listBetween', null);
    await page.press('Retry');
    await waitFor(() => expect(screen.getAllByText('Nothing planned yet')).toHaveLength(7));
    expect([screen.queryByText('Failed to load tasks'), page.focused()?.tagName]).toEqual([null, 'H2']);
    platform.failEach('listBetween', kind);
    await page.press('Today');
    await screen.findByText(sentence);
    expect(page.rows()).toEqual([PLANTS]);
    expect(platform.notices()).toHaveLength(notices.length + (kind === 'rejected' ? 1 : 0));
  },
);

it('server-first, touched-row, sign-out: a response from before a change does not undo it, a task that is gone disappears with the next, and the next user sees none', async () => {
  await renderDashboard(aTask());
  platform.hold();
  await page.comeBack();
  await page.answer('version', 'two');
  await page.press('Star task');
  await page.answer('update');
  await page.answer('listBetween', [aTask()]);
  expect(page.button('Unstar task')).not.toBeNull();
  await page.answerAll();
  await tasks.remove('a');
  platform.hold();
  await page.comeBack();
  await page.answer('version');
  await page.press('Unstar task');
  await page.answer('update');
  expect(platform.notices()).toEqual(['! Failed to update task']);
  await page.answer('listBetween', [aTask({ starred: true })]);
  expect(page.rows()).toEqual([PLANTS]);
  await page.answer('listBetween');
  expect(page.rows()).toEqual([]);

  await page.answerAll();
  platform.insertTasks(aTask());
  await page.comeBack();
  await page.untilRows(PLANTS);
  platform.hold();
  await page.press('Star task');
  await page.comeBack();
  await page.answer('version', 'two');
  page.signIn('grace');
  await page.answer('update');
  await page.answer('listBetween', [aTask()]);
  expect([screen.queryByText(PLANTS), platform.notices().length]).toEqual([null, 1]);
});

const MARK = 'Waiting to be sent';
const waitingRows = () => screen.queryAllByText(MARK).map((mark) => mark.closest('li') as HTMLElement);
const untilWaiting = (...titles: string[]) =>
  waitFor(() => expect(page.textsOf(waitingRows())).toEqual(titles.map((title) => title + MARK)));
const sentTitles = () => platform.calls('add').map(([task]) => (task as { title: string }).title);
const line = () => within(screen.getByRole('main')).getAllByRole('status')[0]?.textContent;
const waitingNames = () => kept.names().filter((name) => name.startsWith('waiting:'));
const openWaiting = { title: 'Buy milk', emoji: null, task_date: '2026-11-16', typedAt: 5, refusal: null };

async function reconnect(failure: Failure | null = null) {
  platform.setOnline(true);
  platform.failEach('add', failure);
  await page.comeBack();
}

/** Opens a week, and types tasks for Monday without a network. */
async function typeOffline(texts: readonly string[], known = [aTask()]) {
  await renderDashboard(...known);
  platform.setOnline(false);
  platform.failEach('add', 'network');
  await page.compose('', `${texts.join('{Enter}')}{Enter}{Escape}`);
  await untilWaiting(...texts);
}

it('waiting-tasks: a task typed offline stands at its day, is not folded or counted, is reached from other weeks, and becomes an ordinary row in its place', async () => {
  await typeOffline(['Buy milk', 'Call Ana'], manyTasks(20));
  expect(line()).toMatch(/^You are offline\. Last read (on \w+ \d+ )?at \d\d:\d\d\.$/);
  expect(platform.notices()).toEqual([]);
  expect(page.monday().getByText('0 of 20 done')).not.toBeNull();
  expect(page.button('Show 12 more')).not.toBeNull();
  for (const each of waitingRows()) {
    const names = (await within(each).findAllByRole('button')).map(({ ariaLabel }) => ariaLabel);
    expect(names).toEqual(['Edit title', 'Discard', 'More']);
  }
  await page.press('Next week');
  expect(screen.getByText('2 tasks of other weeks wait to be sent.')).not.toBeNull();
  await page.press('Show');
  await page.untilFocused('Buy milk');
  expect(screen.queryByText(/of other weeks/)).toBeNull();
  const shown = waitingRows();

  await reconnect();
  await page.untilSaid('Task added!', 'Task added!');
  expect(['Buy milk', 'Call Ana'].map((title) => page.checkbox(title).closest('li'))).toEqual(shown);
  expect([page.focused(), waitingNames(), line()]).toEqual([page.checkbox('Buy milk'), [], '']);
  expect([sentTitles().slice(-2), platform.rows().length]).toEqual([['Buy milk', 'Call Ana'], 22]);
});

it('waiting-tasks: one can be edited, which holds it back, and discarded; a refused one stays with the reason, blocks no other, and is sent again, edited or discarded', async () => {
  await typeOffline(['Buy mlik', 'A mistake', 'One too many']);
  await page.act('A mistake', 'Discard');
  await untilWaiting('Buy mlik', 'One too many');
  await page.act('Buy mlik', 'Edit title');
  const reason = 'Failed to add task. Please try again. A day holds 2,000 tasks at most.';
  const refusal: Failure = { kind: 'rejected', status: 400, message: 'A day holds 2,000 tasks at most.' };
  const refused = [`One too many${reason}RetryEditDiscard`];
  await reconnect(refusal);
  await waitFor(() => expect(page.failedRows()).toEqual(refused));
  platform.failEach('add', null);
  await page.retype('Buy milk');
  await page.untilRows(PLANTS, 'Buy milk', ...refused);
  expect(sentTitles().slice(-2)).toEqual(['One too many', 'Buy milk']);
  platform.failEach('add', refusal);
  await page.press('Retry');
  await waitFor(() => expect(sentTitles().at(-1)).toBe('One too many'));
  expect(page.failedRows()).toEqual(refused);
  platform.failEach('add', null);
  await page.press('Edit');
  await page.retype('Not too many');
  await page.untilRows(PLANTS, 'Buy milk', 'Not too many');
  act(() => {
    kept.write('waiting:x', { ...openWaiting, id: 'x', sent: null, refusal: reason });
    dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  await page.press('Discard');
  expect([page.failedRows(), waitingNames()]).toEqual([[], []]);
});

it.each([
  ['is sent', null, 2],
  ['gets no response', 'network', 3],
  ['is refused', { kind: 'rejected', status: 400 }, 3],
] as const)(
  'add-once: a title that another tab changes while it %s is sent next',
  async (_, failure, count) => {
    await typeOffline(['Buy mlik']);
    platform.setOnline(true);
    platform.failEach('add', null);
    platform.hold();
    await page.comeBack();
    await waitFor(() => expect(platform.waiting()).toContain('add'));
    const [name = ''] = waitingNames();
    kept.write(name, { ...(kept.read(name) as object), title: 'Buy milk' });
    await (failure ? page.fail('add', failure) : page.answer('add'));
    await page.answerAll();
    await page.comeBack();
    await page.untilRows(PLANTS, 'Buy milk');
    expect(platform.calls('update')).not.toEqual([]);
    expect(platform.calls('add')).toHaveLength(count);
    await waitFor(() => expect(waitingNames()).toEqual([]));
  },
);

it('waiting-tasks, kept-data: so does a task without a response in time; they survive a session that the server has ended, for this account alone', async () => {
  await renderDashboard();
  platform.failEach('add', { kind: 'network', code: 'no_answer' });
  await page.compose('A secret plan', '{Enter}');
  await untilWaiting('A secret plan');
  expect([page.composer()?.value, platform.notices()]).toEqual(['', []]);
  act(() => platform.loseSession());
  page.signIn('user');
  expect(waitingRows()).toHaveLength(1);
  await page.signOut();
  page.signIn('user');
  expect([waitingRows().length, localStorage.length]).toEqual([0, 0]);
});

it('saved-week: a browser that used the version before keeps its week and its waiting tasks', async () => {
  const readAt = new Date(2026, 10, 17, 14, 5).getTime();
  const stored = {
    week: { form: 1, from: '2026-11-16', readAt, tasks: [aTask()] },
    'waiting:w': { id: 'w', ...openWaiting, sent: { title: 'Buy mlik', emoji: null } },
    'display-name': 'Mei Lin',
  };
  for (const [name, value] of Object.entries(stored))
    localStorage.setItem(`better-space-kept:user:${name}`, JSON.stringify(value));
  // A new document without a network: what this browser has stored is all that is known.
  vi.resetModules();
  platform.setOnline(false);
  platform.hold();
  const { DashboardPage } = await import('../dashboard/DashboardPage.tsx');
  render(<DashboardPage />, { wrapper: MemoryRouter });
  await waitFor(() => expect(platform.waiting()).toContain('update'));
  for (const name of ['update', 'listBetween']) await page.fail(name);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Mei Lin');
  expect(page.monday().getByText('0 of 1 done')).not.toBeNull();
  await untilWaiting('Buy milk');
  await waitFor(() => expect(line()).toBe('You are offline. Last read on Nov 17 at 14:05.'));
  expect(screen.queryByText('Failed to load tasks')).toBeNull();
  platform.setOnline(true);
  await page.answerAll();
  await page.comeBack();
  await page.untilRows('Buy milk');
  expect(platform.rows()).toMatchObject([{ id: 'w', title: 'Buy milk' }]);
  expect(localStorage.getItem('better-space-kept:user:waiting:w')).toBeNull();
});
