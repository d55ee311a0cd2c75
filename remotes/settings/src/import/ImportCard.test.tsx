// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { USER, aTask, platform, session, tasks, type Failure } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { ImportCard } from './ImportCard.tsx';
import './ImportDialog.tsx'; // loaded here, so that no test waits for it
import './readTable.ts';

const UUID = '1a000000-0000-4000-8000-00000000000';
const FEED = 'task,<b>Feed</b>,4,2026-11-20';
const THREE = ['task,💧 Water  it,1,2026-11-20', FEED, FEED];
/** More than the server takes with one request. */
const MANY = Array.from({ length: 150 }, (_, index) => `task,${index},4,2026-11-20`);
const csv = (...rows: string[]) =>
  new File([['TYPE,CONTENT,PRIORITY,DATE', ...rows].join('\n')], 'Garden.csv');

const { press } = page;
const status = () => screen.getByRole('status').textContent;
const alert = () => screen.getByRole('alert').textContent;
const untilStatus = (text: string) => waitFor(() => expect(status()).toBe(text));
const untilAlert = (text: string) => waitFor(() => expect(alert()).toBe(text));
const stopped = (added: number, count: number) => `The import has stopped: ${added} of ${count} added.`;
/** How many tasks each request with this name had. */
const sizes = (name: string) => platform.calls(name).map(([sent]) => (Array.isArray(sent) ? sent.length : 0));
/** Why the tasks of a list are left out or refused. */
const reasons = (summary: RegExp) => {
  const list = screen.getByText(summary).nextElementSibling;
  return Array.from(list?.querySelectorAll('span:last-child') ?? [], ({ textContent }) => textContent);
};
const numbers = () => platform.rows().map(({ title }) => Number(title));
const takeBack = () => page.user.keyboard('{Control>}z{/Control}');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 12) }));

async function choose(file: File): Promise<void> {
  cleanup();
  page.open(<ImportCard userId={USER.id} />);
  await page.user.upload(page.field('File to import'), file);
  await waitFor(() => screen.getByRole('dialog', { name: 'Import tasks' }));
}

/** Chooses a file with these tasks, waits for the preview and starts the import. */
async function start(rows = THREE): Promise<void> {
  await choose(csv(...rows));
  await waitFor(() => page.button(`Import ${rows.length} tasks`));
  await press(`Import ${rows.length} tasks`);
}

/** Like `start`, but of 150 tasks, and the server holds its responses from then on. */
async function startHeld(): Promise<void> {
  platform.hold();
  await choose(csv(...MANY));
  await waitFor(() => expect(platform.waiting()).toEqual(['listAll']));
  await page.answer('listAll');
  await press('Import 150 tasks');
  await waitFor(() => expect(platform.waiting()).toEqual(['addMany']));
}

it('import-files, import-once: an unsupported file says so; after a failed request Retry asks again; the preview says what is added, what is here already, what is left out and why, and what is lost', async () => {
  await choose(new File(['Dear Ann,'], 'letter.csv'));
  await untilAlert('The file is none of those that can be imported.');
  platform.setOnline(false);
  platform.failEach('listAll', 'network');
  await choose(csv(...THREE));
  await untilAlert('Failed to read the file. Please try again. You are offline.');
  platform.setOnline(true);
  platform.failEach('listAll', null);
  await press('Retry');
  await untilStatus('3 tasks to add from Todoist.');
  expect(platform.calls('addMany')).toEqual([]);

  const [present, other] = [aTask({ id: `${UUID}1`, title: 'Changed since' }), aTask({ id: `${UUID}5` })];
  platform.insertTasks(present);
  const own = { format: 'better-space-export', version: 1, tasks: [present, other, other] };
  await choose(new File([JSON.stringify(own)], 'own.json'));
  await untilStatus('1 task to add from Better Space. 1 task of it is here already.');
  expect(reasons(/^Left out/)).toEqual(['It is in the file twice']);
  await press('Import 1 task');
  await untilStatus('Task added!');
  // The id in the file may belong to another user's task. If this one changes, the next import of every user adds all
  // tasks a second time.
  expect(platform.rows()[1]?.id).toBe('1e3d5c36-1daa-5a6c-9b7f-363bf08da693');

  const rows = [
    'task,Water,2,',
    `task,${'x'.repeat(201)},2,`,
    'task,Feed,2,2026-11-20',
    'task,Plant,2,jeden Freitag',
  ];
  await choose(csv(...rows));
  await untilStatus('1 task to add from Todoist.');
  const dayUnknown = 'Its day is not understood: jeden Freitag';
  const reasonsOfRows = ['It has no day', 'Task title must be less than 200 characters', dayUnknown];
  expect(reasons(/^Left out/)).toEqual(reasonsOfRows);
  const losses = (count: number) =>
    screen.getByText(`Priorities below the highest, which becomes a star (${count})`);
  losses(1);
  await page.user.click(screen.getByRole('checkbox', { name: 'Put 2 tasks without a day on today' }));
  losses(3);
  await press('Import 3 tasks');
  await untilStatus('3 tasks added!');
  expect(platform.rows().filter(({ task_date }) => task_date === '2026-11-18')).toHaveLength(2);
});

it('import-files, import-once: what is added is chosen: above twenty tasks before this week it is the others at first; no choice changes an id', async () => {
  const file = (count: number) => {
    const past = Array.from({ length: count }, (_, index) => `task,Past ${index},2,2026-11-15`);
    return csv('task,Renew,4,03/04/2099', ...past);
  };
  const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  await choose(file(20));
  await untilStatus('21 tasks to add from Todoist.');
  await page.user.click(radio('From this week on (1)'));
  // What the others would lose is no longer counted.
  expect([status(), screen.queryByText(/^Prio/)]).toEqual(['1 task to add from Todoist.', null]);
  await choose(file(21));
  await untilStatus('1 task to add from Todoist.');
  await page.user.click(radio('Everything (22)'));
  await page.user.click(radio('The month: Mar 4, 2099'));
  await press('Import 22 tasks');
  await untilStatus('22 tasks added!');
  expect(platform.rows()[0]?.task_date).toBe('2099-03-04');
  await choose(file(21));
  await page.user.click(await screen.findByRole('radio', { name: 'The day: Apr 3, 2099' }));
  expect(status()).toBe('Nothing to add from Todoist. 22 tasks of it are here already.');
  const gone = ['radio', 'button'].map((role) => screen.queryByRole(role, { name: /^(Import|Everything)/ }));
  expect(gone).toEqual([null, null]);
});

it('import-run: it stops on request and after a failure, and says how many tasks were added; Go on sends the rest, once', async () => {
  await startHeld();
  await page.user.keyboard('{Escape}');
  await press('Stop');
  expect(alert()).toBe(stopped(0, 150));
  // The request that was under way is counted.
  await page.answer('addMany');
  expect([alert(), platform.waiting()]).toEqual([stopped(100, 150), []]);
  await press('Go on');
  expect(screen.getByRole('progressbar', { name: 'Tasks added' })).toHaveProperty('value', 100);
  await press('Stop');
  await press('Go on'); // with the request that is still under way
  for (const [failure, isOnline, reason] of [
    ['network', false, ' You are offline.'],
    [{ kind: 'auth', status: 401 }, true, ' Your session has ended. Please sign in again.'],
    [{ kind: 'rejected', status: 500 }, true, ''],
  ] as const) {
    platform.setOnline(isOnline);
    await page.fail('addMany', failure);
    expect([alert(), platform.waiting()]).toEqual([stopped(100, 150) + reason, []]);
    await press('Go on');
  }
  await page.answerAll();
  await untilStatus('150 tasks added!');
  expect([numbers(), sizes('addMany')]).toEqual([[...MANY.keys()], [100, 50, 50, 50, 50]]);

  // Ctrl+Z takes it back as one step once its dialog is closed, also after a first try without a network.
  await takeBack();
  expect(platform.calls('removeMany')).toEqual([]);
  await press('Close');
  platform.setOnline(false);
  await page.failing('removeMany', 'network', takeBack);
  const notice = '! Failed to undo the change. 150 of 150 tasks stay as they are. You are offline.';
  await page.untilSaid(notice);
  platform.setOnline(true);
  // What was changed since stays.
  const [ticked, deleted] = platform.rows().map(({ id }) => id);
  platform.changeElsewhere(ticked ?? '', { completed: true });
  await tasks.remove(deleted ?? '');
  await takeBack();
  const reason = '1 of 150 tasks stay as they are. Changed elsewhere in the meantime.';
  await page.untilSaid(notice, `! Failed to undo the change. ${reason}`);
  expect([numbers(), sizes('removeMany')]).toEqual([[0], [100, 100, 48]]);
  await takeBack();
  expect(platform.calls('listAll')).toHaveLength(3);
});

it('import-once: a lost response creates no duplicate task, equal tasks come both; nothing is taken back if nothing was added', async () => {
  platform.failEach('addMany', 'network');
  await start();
  await untilAlert(stopped(0, 3));
  await press('Close');
  await takeBack();
  expect(platform.calls('listAll')).toHaveLength(1);
  await start();
  await untilAlert(stopped(0, 3));
  // Simulates that the server stored the tasks although its response was lost.
  const [sent] = platform.calls('addMany').at(-1) as Parameters<typeof tasks.addMany>;
  platform.failEach('addMany', null);
  await tasks.addMany(sent);
  await press('Go on');
  await untilStatus('3 tasks added!');
  const titles = platform.rows().map(({ emoji, title }) => `${emoji ?? ''} ${title}`);
  expect(titles).toEqual(['💧 Water it', ' <b>Feed</b>', ' <b>Feed</b>']);
});

const TOO_MANY: Failure = { kind: 'rejected', status: 429 };

it('import-run, sign-out: after a 429 response it waits for ten seconds and sends the same again; a refused request is sent task by task, and the server’s reason is listed; taking back waits too, and ends with the session', async () => {
  const message = 'A day holds 2,000 tasks at most. Delete some to add new ones.';
  const pause = vi.fn<() => void>();
  const wait = setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, time?: number) => {
    if (time === 10_000) pause();
    return wait(run, time === 10_000 ? 0 : time);
  });
  await startHeld();
  await page.fail('addMany', TOO_MANY);
  expect(pause).toHaveBeenCalledOnce();
  expect(status()).toBe('The server asks to wait a moment. The import goes on by itself.');
  await waitFor(() => expect(platform.waiting()).toEqual(['addMany']));
  const refusal: Failure = { kind: 'rejected', status: 400, message };
  for (let times = 0; times < 2; times += 1) await page.fail('addMany', refusal);
  await page.answerAll();
  await untilStatus('149 of 150 tasks added.');
  expect(reasons(/^Refused/)).toEqual([message]);
  expect(sizes('addMany')).toEqual([100, 100, ...Array<number>(100).fill(1), 50]);
  expect(numbers()).toEqual([...MANY.keys()].slice(1));
  await press('Close');
  platform.failEach('removeMany', TOO_MANY);
  pause.mockImplementation(() => platform.failEach('removeMany', null));
  await takeBack();
  await page.untilSaid('Change undone');
  expect([pause.mock.calls.length, platform.rows()]).toEqual([2, []]);

  await start();
  await untilStatus('3 tasks added!');
  await press('Close');
  platform.failEach('removeMany', TOO_MANY);
  pause.mockImplementation(() => session.setState({ user: null }));
  await takeBack();
  await waitFor(() => expect(pause).toHaveBeenCalledTimes(3));
  await act(async () => {});
  expect([sizes('removeMany').at(-1), platform.rows().length, platform.notices().length]).toEqual([3, 3, 1]);
});

it.each([
  ['sign-out: nothing more is sent once another user is signed in', 'ben'],
  ['import-run: leaving the page stops the import', null],
])('%s', async (_, id) => {
  await startHeld();
  act(id ? () => session.setState({ user: { id, email: null } }) : cleanup);
  await page.answerAll();
  expect([screen.queryByRole('dialog'), sizes('addMany')]).toEqual([null, [100]]);
  expect(platform.rows().every(({ user_id }) => user_id === USER.id)).toBe(true);
});
