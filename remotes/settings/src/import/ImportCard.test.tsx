// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryRouter, USER, platform, session, tasks } from '@space/platform/testing';
import '../testing/dialogs.ts';
import { ImportCard } from './ImportCard.tsx';
import { importing } from './useImport.ts';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const HEAD = 'TYPE,CONTENT,PRIORITY,DATE';
const THREE = ['task,Water,1,2026-11-20', 'task,<b>Feed</b>,4,2026-11-20', 'task,Plant,4,2026-11-21'];
const csv = (...rows: string[]) => new File([[HEAD, ...rows].join('\n')], 'Garden.csv');

const dialog = () => within(screen.getByRole('dialog', { name: 'Import tasks' }));
const button = (name: string) => dialog().getByRole('button', { name });
const status = () => dialog().getByRole('status').textContent;
const alert = () => dialog().getByRole('alert').textContent;
/** The lines of a list, each as it is read out. */
const lines = (summary: string) =>
  within(dialog().getByText(summary).closest('details') ?? document.body)
    .getAllByRole('listitem')
    .map((item) => item.textContent.trim());
const rows = () =>
  platform.rows().map(({ task_date, title, starred }) => `${task_date} ${title}${starred ? ' *' : ''}`);
const ALL = ['2026-11-20 Water *', '2026-11-21 Plant', '2026-11-20 <b>Feed</b>'].sort();

beforeEach(() => {
  platform.reset();
  importing.getState().close();
});
afterEach(cleanup);

async function choose(file: File) {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <ImportCard userId={USER.id} />
    </MemoryRouter>,
  );
  const again = () => user.upload(screen.getByLabelText('File to import'), file);
  await again();
  await waitFor(() => screen.getByRole('dialog'));
  return { user, again, press: (name: string) => user.click(button(name)) };
}

/** Waits until the file is read, and presses the button that adds. */
async function start(file: File, name = 'Import 3 tasks') {
  const person = await choose(file);
  await waitFor(() => button(name));
  await person.press(name);
  return person;
}

/** The same with a server whose answers wait from then on. */
async function startHeld() {
  platform.hold();
  const reading = start(csv(...THREE));
  await waitFor(() => expect(platform.waiting()).toEqual(['listAll']));
  await act(() => platform.answer('listAll'));
  return reading;
}

it('shows what would come before anything is added, and adds it then', async () => {
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

it('makes nothing twice: not by the same file, and not what was changed since', async () => {
  const { press, again } = await start(csv(...THREE));
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  await press('Close');
  await act(() => tasks.update(platform.rows()[0]?.id ?? '', { title: 'Changed', task_date: '2026-11-30' }));
  await again();
  await waitFor(() => expect(status()).toBe('Nothing to add from Todoist. 3 tasks of it are here already.'));
  expect(dialog().queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(platform.rows()).toHaveLength(3);
});

it('puts what has no day on today where the person says so', async () => {
  const { user, press } = await choose(csv('task,Someday,4,', 'task,Putzen,4,jeden Freitag'));
  await waitFor(() => expect(status()).toBe('Nothing to add from Todoist.'));
  await user.click(dialog().getByRole('checkbox', { name: 'Put 2 tasks without a day on today' }));
  expect(status()).toBe('2 tasks to add from Todoist.');
  await press('Import 2 tasks');
  await waitFor(() => expect(status()).toBe('2 tasks added!'));
});

it('a lost network in the middle says how many came; going on sends what is left, once', async () => {
  const { press } = await startHeld();
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

it('an answer that was lost makes no second task', async () => {
  platform.failEach('add', 'network');
  const { press } = await start(csv(...THREE));
  await waitFor(() => expect(alert()).toBe('The import has stopped: 0 of 3 added.'));
  // The server had it all the same.
  const [sent] = platform.calls('add')[0] as Parameters<typeof tasks.add>;
  platform.failEach('add', null);
  await tasks.add(sent);
  await press('Go on');
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
  expect(platform.rows()).toHaveLength(3);
});

it('stops when it is told to, and goes on from there', async () => {
  const { user, press } = await startHeld();
  await user.keyboard('{Escape}');
  await press('Stop');
  expect(alert()).toBe('The import has stopped: 0 of 3 added.');
  await act(() => platform.letGo());
  // What was under way is counted.
  expect(alert()).toBe('The import has stopped: 2 of 3 added.');
  expect(platform.calls('add')).toHaveLength(2);
  await press('Go on');
  await waitFor(() => expect(status()).toBe('3 tasks added!'));
});

it('what the server refuses is named with its sentence', async () => {
  const message = 'A day holds 2,000 tasks at most. Delete some to add new ones.';
  platform.failEach('add', { kind: 'rejected', status: 400, message });
  await start(csv(...THREE));
  await waitFor(() => expect(status()).toBe('0 of 3 tasks added.'));
  expect(lines('Refused (3)')[0]).toBe(`Water${message}`);
});

it('nothing is sent any more when the session ends, nor in the session of another user', async () => {
  await startHeld();
  await waitFor(() => expect(platform.waiting()).toEqual(['add', 'add']));
  act(() => session.setState({ user: { id: 'ben', email: 'ben@example.com' } }));
  await act(() => platform.letGo());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.calls('add').flat()).toMatchObject([{ user_id: USER.id }, { user_id: USER.id }]);
});

it('leaving the page stops it', async () => {
  await startHeld();
  cleanup();
  await platform.letGo();
  expect(platform.calls('add')).toHaveLength(2);
});

it('a file that is none ends in its sentence; tasks that cannot be read are asked for again', async () => {
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
