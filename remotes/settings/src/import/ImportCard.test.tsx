// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryRouter, USER, platform, session, tasks } from '@space/platform/testing';
import '../testing/dialogs.ts';
import { ImportCard } from './ImportCard.tsx';
import { importStore } from './useImport.ts';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const HEAD = 'TYPE,CONTENT,PRIORITY,DATE';
const THREE = ['task,Water,1,2026-11-20', 'task,<b>Feed</b>,4,2026-11-20', 'task,Plant,4,2026-11-21'];
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
const rows = () =>
  platform.rows().map(({ task_date, title, starred }) => `${task_date} ${title}${starred ? ' *' : ''}`);
const ALL = ['2026-11-20 Water *', '2026-11-21 Plant', '2026-11-20 <b>Feed</b>'].sort();

beforeEach(() => {
  platform.reset();
  importStore.getState().close();
});
afterEach(cleanup);

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

/** Like `start`, but the server holds its responses from then on. */
async function startWithHeldResponses() {
  platform.hold();
  const started = start(csv(...THREE));
  await waitFor(() => expect(platform.waiting()).toEqual(['listAll']));
  await act(() => platform.answer('listAll'));
  return started;
}

it('shows a preview before anything is added, and then adds the tasks', async () => {
  const { press } = await choose(csv(...THREE, 'task,Someday,4,'));
  await waitFor(() => expect(status()).toBe('3 tasks to add from Todoist.'));
  expect(lines('To add (3)')).toEqual(['WaterNov 20, 2026', '<b>Feed</b>Nov 20, 2026', 'PlantNov 21, 2026']);
  expect(lines('Left out (1)')).toEqual(['SomedayIt has no day']);
  expect(platform.calls('add')).toEqual([]);

  await press('Import 3 tasks');
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  expect(rows().sort()).toEqual(ALL);
  expect(document.activeElement).toBe(button('Close'));
  const link = dialog().getByRole('link', { name: 'Show the week' });
  expect(link.getAttribute('href')).toBe('/dashboard?week=2026-11-16');
});

it('adds no task twice if the same file is imported again, not even one that was changed since', async () => {
  const { press, chooseFile } = await start(csv(...THREE));
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  await press('Close');
  await act(() => tasks.update(platform.rows()[0]?.id ?? '', { title: 'Changed', task_date: '2026-11-30' }));
  await chooseFile();
  await waitFor(() => expect(status()).toBe('Nothing to add from Todoist. 3 tasks of it are here already.'));
  expect(dialog().queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(platform.rows()).toHaveLength(3);
});

it('puts tasks without a day on today if the user chooses so', async () => {
  const { user, press } = await choose(csv('task,Someday,4,', 'task,Putzen,4,jeden Freitag'));
  await waitFor(() => expect(status()).toBe('Nothing to add from Todoist.'));
  await user.click(dialog().getByRole('checkbox', { name: 'Put 2 tasks without a day on today' }));
  expect(status()).toBe('2 tasks to add from Todoist.');
  await press('Import 2 tasks');
  await waitFor(() => expect(status()).toBe('2 tasks added!'));
});

it('after a lost network it says how many tasks were added; Go on sends the rest, once', async () => {
  const { press } = await startWithHeldResponses();
  await waitFor(() => expect(platform.waiting()).toEqual(['add', 'add']));
  await act(() => platform.answer('add'));
  expect(dialog().getByRole('progressbar', { name: 'Tasks added' })).toHaveProperty('value', 1);
  platform.setOnline(false);
  await act(() => platform.fail('add'));
  await act(() => platform.fail('add'));
  expect(alert()).toBe('The import has stopped: 1 of 3 added. You are offline.');

  platform.setOnline(true);
  await platform.letGo();
  await press('Go on');
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  expect(rows().sort()).toEqual(ALL);
});

it('a lost response creates no duplicate task', async () => {
  platform.failEach('add', 'network');
  const { press } = await start(csv(...THREE));
  await waitFor(() => expect(alert()).toBe('The import has stopped: 0 of 3 added.'));
  // Simulates that the server stored the task although its response was lost.
  const [sent] = platform.calls('add')[0] as Parameters<typeof tasks.add>;
  platform.failEach('add', null);
  await tasks.add(sent);
  await press('Go on');
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  expect(platform.rows()).toHaveLength(3);
});

it('stops on request, and continues from there', async () => {
  const { user, press } = await startWithHeldResponses();
  await user.keyboard('{Escape}');
  await press('Stop');
  expect(alert()).toBe('The import has stopped: 0 of 3 added.');
  await act(() => platform.letGo());
  // The requests that were under way are counted.
  expect(alert()).toBe('The import has stopped: 2 of 3 added.');
  expect(platform.calls('add')).toHaveLength(2);
  await press('Go on');
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
});

it('lists the tasks that the server rejects, with the reason', async () => {
  const message = 'A day holds 2,000 tasks at most. Delete some to add new ones.';
  platform.failEach('add', { kind: 'rejected', status: 400, message });
  await start(csv(...THREE));
  await waitFor(() => expect(status()).toBe('0 of 3 tasks added.'));
  expect(lines('Refused (3)')[0]).toBe(`Water${message}`);
});

it('sends nothing more once another user is signed in', async () => {
  await startWithHeldResponses();
  await waitFor(() => expect(platform.waiting()).toEqual(['add', 'add']));
  act(() => session.setState({ user: { id: 'ben', email: 'ben@example.com' } }));
  await act(() => platform.letGo());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.calls('add').flat()).toMatchObject([{ user_id: USER.id }, { user_id: USER.id }]);
});

it('leaving the page stops the import', async () => {
  await startWithHeldResponses();
  cleanup();
  await platform.letGo();
  expect(platform.calls('add')).toHaveLength(2);
});

it('rejects an unsupported file with a message; after a failed request Retry requests the tasks again', async () => {
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
