// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryRouter, USER, platform, session, tasks } from '@space/platform/testing';
import '../testing/dialogs.ts';
import { ImportCard } from './ImportCard.tsx';
import './ImportDialog.tsx'; // loaded here, so that no test waits for it
import './readTable.ts';
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

/** Waits until the dialog says so. */
const says = (text: string) => waitFor(() => expect(status()).toBe(text));
/** A request is answered with a failure. */
const failWith = (failure?: Parameters<typeof platform.fail>[1]) =>
  act(() => platform.fail('addMany', failure));
const letGo = () => act(() => platform.letGo());

async function choose(file: File) {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <ImportCard userId={USER.id} />
    </MemoryRouter>,
  );
  const chooseFile = (other = file) => user.upload(screen.getByLabelText('File to import'), other);
  await chooseFile();
  await waitFor(() => screen.getByRole('dialog'));
  return { user, chooseFile, press: (name: string) => user.click(button(name)) };
}

/** Chooses a file, waits for the preview and starts the import. */
async function start(file: File, count = 3) {
  const person = await choose(file);
  await waitFor(() => button(`Import ${count} tasks`));
  await person.press(`Import ${count} tasks`);
  return person;
}

/** Like `start`, but of 150 tasks, and the server holds its responses from then on. */
async function startWithHeldResponses() {
  platform.hold();
  const started = start(csv(...MANY), 150);
  await waitFor(() => expect(platform.waiting()).toEqual(['listAll']));
  await act(() => platform.answer('listAll'));
  const person = await started;
  await waitFor(() => expect(platform.waiting()).toEqual(['addMany']));
  return person;
}

it('import-files: puts tasks without a day on today if the user chooses so', async () => {
  const { user, press } = await choose(csv('task,Someday,4,', 'task,Putzen,4,jeden Freitag'));
  await says('Nothing to add from Todoist.');
  expect(dialog().queryByRole('button', { name: /^Import/ })).toBeNull();
  await user.click(dialog().getByRole('checkbox', { name: 'Put 2 tasks without a day on today' }));
  expect(status()).toBe('2 tasks to add from Todoist.');
  expect(platform.calls('addMany')).toEqual([]);
  await press('Import 2 tasks');
  await says('2 tasks added!');
});

it('import-run: after a lost network it says how many tasks were added; Go on sends the rest, once', async () => {
  const { press } = await startWithHeldResponses();
  await act(() => platform.answer('addMany'));
  expect(dialog().getByRole('progressbar', { name: 'Tasks added' })).toHaveProperty('value', 100);
  platform.setOnline(false);
  await failWith();
  expect(alert()).toBe('The import has stopped: 100 of 150 added. You are offline.');

  platform.setOnline(true);
  await platform.letGo();
  await press('Go on');
  await says('150 tasks added!');
  expect(platform.rows().map(({ title }) => Number(title))).toEqual([...MANY.keys()]);
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
  await says('3 tasks added!');
  expect(platform.rows()).toHaveLength(3);
});

it.each([false, true])(
  'import-run: stops on request, and goes on with each task once (before the request under way is answered: %j)',
  async (isEarly) => {
    const { user, press } = await startWithHeldResponses();
    await user.keyboard('{Escape}');
    await press('Stop');
    expect(alert()).toBe('The import has stopped: 0 of 150 added.');
    if (!isEarly) {
      await letGo();
      // The request that was under way is counted.
      expect(alert()).toBe('The import has stopped: 100 of 150 added.');
      expect(platform.calls('addMany')).toHaveLength(1);
    }
    await press('Go on');
    await letGo();
    await says('150 tasks added!');
    expect(sizes('addMany')).toEqual([100, 50]);
    expect(platform.rows()).toHaveLength(150);
  },
);

it('import-run: a refused request is sent task by task, and the tasks that the server refuses are listed with the reason', async () => {
  const message = 'A day holds 2,000 tasks at most. Delete some to add new ones.';
  await startWithHeldResponses();
  await failWith({ kind: 'rejected', status: 400, message });
  await failWith({ kind: 'rejected', status: 400, message });
  await letGo();
  await says('149 of 150 tasks added.');
  expect(lines('Refused (1)')).toEqual([`0${message}`]);
  expect(sizes('addMany')).toEqual([100, ...Array<number>(100).fill(1), 50]);
  expect(platform.rows().map(({ title }) => Number(title))).toEqual([...MANY.keys()].slice(1));
});

it.each([
  [{ kind: 'auth', status: 401 }, ' Your session has ended. Please sign in again.'],
  [{ kind: 'rejected', status: 500 }, ''],
] as const)('import-run: nothing more is sent after %j', async (failure, reason) => {
  await startWithHeldResponses();
  await failWith(failure);
  expect(alert()).toBe(`The import has stopped: 0 of 150 added.${reason}`);
  expect(sizes('addMany')).toEqual([100]);
});

const TOO_MANY = { kind: 'rejected', status: 429 } as const;

/** Lets pauses of ten seconds end at once; returns a mock that is called at each. */
function skipPauses() {
  const pause = vi.fn<() => void>();
  const wait = setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, time?: number) => {
    if (time === 10_000) pause();
    return wait(run, time === 10_000 ? 0 : time);
  });
  return pause;
}

it('import-run: after a 429 response it waits for ten seconds, says so, and sends the same tasks again', async () => {
  const pause = skipPauses();
  const { user, press } = await startWithHeldResponses();
  await failWith(TOO_MANY);
  expect(pause).toHaveBeenCalledOnce();
  expect(status()).toBe('The server asks to wait a moment. The import goes on by itself.');
  await letGo();
  await says('150 tasks added!');
  expect(sizes('addMany')).toEqual([100, 100, 50]);

  // Taking it back waits as well.
  await press('Close');
  platform.failEach('removeMany', TOO_MANY);
  pause.mockImplementation(() => platform.failEach('removeMany', null));
  await user.keyboard(UNDO);
  await waitFor(() => expect(platform.notices()).toEqual(['Change undone']));
  expect(pause).toHaveBeenCalledTimes(2);
  expect(platform.rows()).toEqual([]);
});

it('sign-out: an import is taken back no further once the user has signed out', async () => {
  const pause = skipPauses();
  const { user, press } = await start(csv(...THREE));
  await says('3 tasks added!');
  await press('Close');
  platform.failEach('removeMany', TOO_MANY);
  pause.mockImplementation(() => session.setState({ user: null }));
  await user.keyboard(UNDO);
  await waitFor(() => expect(pause).toHaveBeenCalledOnce());
  await act(async () => {});
  expect([sizes('removeMany'), platform.notices()]).toEqual([[3], []]);
});

it.each([
  [
    'sign-out: nothing more is sent once another user is signed in',
    () => session.setState({ user: { id: 'ben', email: null } }),
  ],
  ['import-run: leaving the page stops the import', cleanup],
])('%s', async (_, leave) => {
  await startWithHeldResponses();
  act(leave);
  await letGo();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.calls('addMany')).toHaveLength(1);
  expect(platform.rows().every(({ user_id }) => user_id === USER.id)).toBe(true);
});

it('import-files: rejects an unsupported file with a message; after a failed request Retry requests the tasks again', async () => {
  const { press, chooseFile } = await choose(new File(['Dear Ann,'], 'letter.csv'));
  await waitFor(() => expect(alert()).toBe('The file is none of those that can be imported.'));
  await press('Close');
  platform.setOnline(false);
  platform.failEach('listAll', 'network');
  await chooseFile(csv(...THREE));
  await waitFor(() => expect(alert()).toBe('Failed to read the file. Please try again. You are offline.'));
  platform.setOnline(true);
  platform.failEach('listAll', null);
  await press('Retry');
  await says('3 tasks to add from Todoist.');
});

describe('import-run: Ctrl+Z after an import', () => {
  it('takes back all of it as one step, a hundred tasks with one request, and leaves what was changed since', async () => {
    const { user, press } = await start(csv(...MANY), 150);
    await says('150 tasks added!');
    await user.keyboard(UNDO);
    expect(platform.calls('removeMany')).toEqual([]);
    await press('Close');
    const [ticked, deleted] = platform.rows();
    platform.changeElsewhere(ticked?.id ?? '', { completed: true });
    await tasks.remove(deleted?.id ?? '');
    await user.keyboard(UNDO);
    await waitFor(() => expect(platform.rows()).toMatchObject([{ id: ticked?.id }]));
    expect(sizes('removeMany')).toEqual([100, 48]);
    const notice =
      '! Failed to undo the change. 1 of 150 tasks stay as they are. Changed elsewhere in the meantime.';
    await waitFor(() => expect(platform.notices()).toEqual([notice]));
    await user.keyboard(UNDO);
    expect(platform.calls('listAll')).toHaveLength(2);
  });

  it('takes back both parts of an import that was stopped, also after a first try without a network', async () => {
    const { user, press } = await startWithHeldResponses();
    await press('Stop');
    await letGo();
    await press('Go on');
    await says('150 tasks added!');
    await press('Close');
    platform.setOnline(false);
    platform.failEach('removeMany', 'network');
    await user.keyboard(UNDO);
    const notice = '! Failed to undo the change. 150 of 150 tasks stay as they are. You are offline.';
    await waitFor(() => expect(platform.notices()).toEqual([notice]));
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
