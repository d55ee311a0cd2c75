// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryRouter, USER, platform, session, tasks } from '@space/platform/testing';
import '../testing/dialogs.ts';
import { ImportCard } from './ImportCard.tsx';
import { closeImport } from './importStore.ts';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const HEAD = 'TYPE,CONTENT,PRIORITY,DATE';
const THREE = ['task,Water,1,2026-11-20', 'task,<b>Feed</b>,4,2026-11-20', 'task,Plant,4,2026-11-21'];
/** More than the server takes with one request. */
const MANY = Array.from({ length: 150 }, (_, index) => `task,${index},4,2026-11-20`);
const csv = (...rows: string[]) => new File([[HEAD, ...rows].join('\n')], 'Garden.csv');

const dialog = () => within(screen.getByRole('dialog', { name: 'Import tasks' }));
const button = (name: string) => dialog().getByRole('button', { name });
const status = () => dialog().getByRole('status').textContent;
const alert = () => dialog().getByRole('alert').textContent;
/** The items of a list, as text. */
const lines = (summary: string) =>
  within(dialog().getByText(summary).closest('details') ?? document.body)
    .getAllByRole('listitem')
    .map((item) => item.textContent.trim());
/** How many tasks each request with this name had. */
const sizes = (name: string) =>
  platform.calls(name).map(([tasks]) => (Array.isArray(tasks) ? tasks.length : 0));
const UNDO = '{Control>}z{/Control}';
const rows = () =>
  platform.rows().map(({ task_date, title, starred }) => `${task_date} ${title}${starred ? ' *' : ''}`);
const ALL = ['2026-11-20 Water *', '2026-11-21 Plant', '2026-11-20 <b>Feed</b>'].sort();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 12) });
  platform.reset();
  closeImport();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function choose(file: File) {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <ImportCard userId={USER.id} />
    </MemoryRouter>,
  );
  const chooseFile = () => user.upload(screen.getByLabelText('File to import'), file);
  await chooseFile();
  await waitFor(() => screen.getByRole('dialog'));
  return { user, chooseFile, press: (name: string) => user.click(button(name)) };
}

/** Chooses a file, waits for the preview and starts the import. */
async function start(file: File, name = 'Import 3 tasks') {
  const person = await choose(file);
  await waitFor(() => button(name));
  await person.press(name);
  return person;
}

/** Like `start`, but of 150 tasks, and the server holds its responses from then on. */
async function startWithHeldResponses() {
  platform.hold();
  const started = start(csv(...MANY), 'Import 150 tasks');
  await waitFor(() => expect(platform.waiting()).toEqual(['listAll']));
  await act(() => platform.answer('listAll'));
  const person = await started;
  await waitFor(() => expect(platform.waiting()).toEqual(['addMany']));
  return person;
}

it('import-files: shows a preview before anything is added, and then adds the tasks', async () => {
  const { press } = await choose(csv(...THREE, 'task,Someday,4,'));
  await waitFor(() => expect(status()).toBe('3 tasks to add from Todoist.'));
  expect(lines('To add (3)')).toEqual(['WaterNov 20, 2026', '<b>Feed</b>Nov 20, 2026', 'PlantNov 21, 2026']);
  expect(lines('Left out (1)')).toEqual(['SomedayIt has no day']);
  expect(platform.calls('addMany')).toEqual([]);

  await press('Import 3 tasks');
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  expect(rows().sort()).toEqual(ALL);
  expect(document.activeElement).toBe(button('Close'));
  const link = dialog().getByRole('link', { name: 'Show the week' });
  expect(link.getAttribute('href')).toBe('/dashboard?week=2026-11-16');
});

it('import-once: adds no task twice if the same file is imported again, not even one that was changed since', async () => {
  const { press, chooseFile } = await start(csv(...THREE));
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  await press('Close');
  await act(() => tasks.update(platform.rows()[0]?.id ?? '', { title: 'Changed', task_date: '2026-11-30' }));
  await chooseFile();
  await waitFor(() => expect(status()).toBe('Nothing to add from Todoist. 3 tasks of it are here already.'));
  expect(dialog().queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(platform.rows()).toHaveLength(3);
});

it('import-files: puts tasks without a day on today if the user chooses so', async () => {
  const { user, press } = await choose(csv('task,Someday,4,', 'task,Putzen,4,jeden Freitag'));
  await waitFor(() => expect(status()).toBe('Nothing to add from Todoist.'));
  await user.click(dialog().getByRole('checkbox', { name: 'Put 2 tasks without a day on today' }));
  expect(status()).toBe('2 tasks to add from Todoist.');
  await press('Import 2 tasks');
  await waitFor(() => expect(status()).toBe('2 tasks added!'));
});

it('import-run: after a lost network it says how many tasks were added; Go on sends the rest, once', async () => {
  const { press } = await startWithHeldResponses();
  await act(() => platform.answer('addMany'));
  expect(dialog().getByRole('progressbar', { name: 'Tasks added' })).toHaveProperty('value', 100);
  platform.setOnline(false);
  await act(() => platform.fail('addMany'));
  expect(alert()).toBe('The import has stopped: 100 of 150 added. You are offline.');

  platform.setOnline(true);
  await platform.letGo();
  await press('Go on');
  await waitFor(() => expect(status()).toBe('150 tasks added!'));
  expect(platform.rows().map(({ title }) => Number(title))).toEqual(MANY.map((_, index) => index));
});

it('import-once: a lost response creates no duplicate task', async () => {
  platform.failEach('addMany', 'network');
  const { press } = await start(csv(...THREE));
  await waitFor(() => expect(alert()).toBe('The import has stopped: 0 of 3 added.'));
  // Simulates that the server stored the tasks although its response was lost.
  const [sent] = platform.calls('addMany')[0] as Parameters<typeof tasks.addMany>;
  platform.failEach('addMany', null);
  await tasks.addMany(sent);
  await press('Go on');
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  expect(platform.rows()).toHaveLength(3);
});

it('import-run: stops on request, and continues from there', async () => {
  const { user, press } = await startWithHeldResponses();
  await user.keyboard('{Escape}');
  await press('Stop');
  expect(alert()).toBe('The import has stopped: 0 of 150 added.');
  await act(() => platform.letGo());
  // The request that was under way is counted.
  expect(alert()).toBe('The import has stopped: 100 of 150 added.');
  expect(platform.calls('addMany')).toHaveLength(1);
  await press('Go on');
  await waitFor(() => expect(status()).toBe('150 tasks added!'));
});

it('import-run: counts each task once if it goes on before the request that was under way is answered', async () => {
  const { user, press } = await startWithHeldResponses();
  await user.keyboard('{Escape}');
  await press('Stop');
  await press('Go on');
  await act(() => platform.letGo());
  await waitFor(() => expect(status()).toBe('150 tasks added!'));
  expect(platform.calls('addMany')).toHaveLength(3);
  expect(platform.rows()).toHaveLength(150);
});

it('import-run: a refused request is sent task by task, and the tasks that the server refuses are listed with the reason', async () => {
  const message = 'A day holds 2,000 tasks at most. Delete some to add new ones.';
  await startWithHeldResponses();
  const refuse = () => act(() => platform.fail('addMany', { kind: 'rejected', status: 400, message }));
  await refuse();
  await refuse();
  await act(() => platform.letGo());
  await waitFor(() => expect(status()).toBe('149 of 150 tasks added.'));
  expect(lines('Refused (1)')).toEqual([`0${message}`]);
  expect(sizes('addMany')).toEqual([100, ...Array<number>(100).fill(1), 50]);
  expect(platform.rows().map(({ title }) => Number(title))).toEqual(MANY.map((_, index) => index).slice(1));
});

it.each([
  [{ kind: 'auth', status: 401 }, ' Your session has ended. Please sign in again.'],
  [{ kind: 'rejected', status: 500 }, ''],
] as const)('import-run: nothing more is sent after %j', async (failure, reason) => {
  await startWithHeldResponses();
  await act(() => platform.fail('addMany', failure));
  expect(alert()).toBe(`The import has stopped: 0 of 150 added.${reason}`);
  expect(sizes('addMany')).toEqual([100]);
});

/** Lets pauses of ten seconds end at once; returns a mock that is called at each. */
function skipPauses() {
  const pause = vi.fn<() => void>();
  const wait = setTimeout;
  const skipping = (run: () => void, time?: number) => {
    if (time === 10_000) pause();
    return wait(run, time === 10_000 ? 0 : time);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(skipping);
  return pause;
}

it('import-run: after a 429 response it waits for ten seconds, says so, and sends the same tasks again', async () => {
  const tooMany = { kind: 'rejected', status: 429 } as const;
  const pause = skipPauses();
  const { user, press } = await startWithHeldResponses();
  await act(() => platform.fail('addMany', tooMany));
  expect(pause).toHaveBeenCalledOnce();
  expect(status()).toBe('The server asks to wait a moment. The import goes on by itself.');
  await act(() => platform.letGo());
  await waitFor(() => expect(status()).toBe('150 tasks added!'));
  expect(sizes('addMany')).toEqual([100, 100, 50]);

  // Taking it back waits as well.
  await press('Close');
  platform.failEach('removeMany', tooMany);
  pause.mockImplementation(() => platform.failEach('removeMany', null));
  await user.keyboard(UNDO);
  await waitFor(() => expect(platform.notices()).toEqual(['Change undone']));
  expect(pause).toHaveBeenCalledTimes(2);
  expect(platform.rows()).toEqual([]);
});

it('sign-out: an import is taken back no further once the user has signed out', async () => {
  const pause = skipPauses();
  const { user, press } = await start(csv(...THREE));
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  await press('Close');
  platform.failEach('removeMany', { kind: 'rejected', status: 429 });
  pause.mockImplementation(() => session.setState({ user: null }));
  await user.keyboard(UNDO);
  await waitFor(() => expect(pause).toHaveBeenCalledOnce());
  await act(async () => {});
  expect([sizes('removeMany'), platform.notices()]).toEqual([[3], []]);
});

it('sign-out: sends nothing more once another user is signed in', async () => {
  await startWithHeldResponses();
  act(() => session.setState({ user: { id: 'ben', email: 'ben@example.com' } }));
  await act(() => platform.letGo());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.calls('addMany')).toHaveLength(1);
  expect(platform.rows().every(({ user_id }) => user_id === USER.id)).toBe(true);
});

it('import-run: leaving the page stops the import', async () => {
  await startWithHeldResponses();
  cleanup();
  await platform.letGo();
  expect(platform.calls('addMany')).toHaveLength(1);
});

it('import-files: rejects an unsupported file with a message; after a failed request Retry requests the tasks again', async () => {
  const { press, user } = await choose(new File(['Dear Ann,'], 'letter.csv'));
  await waitFor(() => expect(alert()).toBe('The file is none of those that can be imported.'));
  await press('Close');
  platform.setOnline(false);
  platform.failEach('listAll', 'network');
  await user.upload(screen.getByLabelText('File to import'), csv(...THREE));
  await waitFor(() => expect(alert()).toBe('Failed to read the file. Please try again. You are offline.'));
  platform.setOnline(true);
  platform.failEach('listAll', null);
  await press('Retry');
  await waitFor(() => expect(status()).toBe('3 tasks to add from Todoist.'));
});

describe('import-run: Ctrl+Z after an import', () => {
  it('takes back all of it as one step, a hundred tasks with one request, and leaves what was changed since', async () => {
    const { user, press } = await start(csv(...MANY), 'Import 150 tasks');
    await waitFor(() => expect(status()).toBe('150 tasks added!'));
    await user.keyboard(UNDO);
    expect(platform.calls('removeMany')).toEqual([]);
    await press('Close');
    const [ticked, deleted] = platform.rows();
    platform.changeElsewhere(ticked?.id ?? '', { completed: true });
    await tasks.remove(deleted?.id ?? '');
    await user.keyboard(UNDO);
    await waitFor(() => expect(platform.rows()).toMatchObject([{ id: ticked?.id }]));
    expect(sizes('removeMany')).toEqual([100, 48]);
    await waitFor(() =>
      expect(platform.notices()).toEqual([
        '! Failed to undo the change. 1 of 150 tasks stay as they are. Changed elsewhere in the meantime.',
      ]),
    );
    await user.keyboard(UNDO);
    expect(platform.calls('listAll')).toHaveLength(2);
  });

  it('takes back both parts of an import that was stopped, also after a first try without a network', async () => {
    const { user, press } = await choose(csv(...MANY));
    await waitFor(() => button('Import 150 tasks'));
    platform.hold();
    await press('Import 150 tasks');
    await press('Stop');
    await act(() => platform.letGo());
    await press('Go on');
    await waitFor(() => expect(status()).toBe('150 tasks added!'));
    await press('Close');
    platform.setOnline(false);
    platform.failEach('removeMany', 'network');
    await user.keyboard(UNDO);
    await waitFor(() =>
      expect(platform.notices()).toEqual([
        '! Failed to undo the change. 150 of 150 tasks stay as they are. You are offline.',
      ]),
    );
    platform.setOnline(true);
    platform.failEach('removeMany', null);
    await user.keyboard(UNDO);
    await waitFor(() => expect(platform.notices().at(-1)).toBe('Change undone'));
    expect(platform.rows()).toEqual([]);
  });

  it('does nothing if nothing was added', async () => {
    platform.failEach('addMany', 'network');
    const { user, press } = await start(csv(...THREE));
    await waitFor(() => expect(alert()).toBe('The import has stopped: 0 of 3 added.'));
    await press('Close');
    await user.keyboard(UNDO);
    expect(platform.calls('listAll')).toHaveLength(1);
  });
});
