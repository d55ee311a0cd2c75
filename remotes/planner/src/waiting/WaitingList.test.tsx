// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { platform, session, type Failure } from '@space/platform/testing';
import { composer, fail, monday, mondayRows, renderDashboard } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const list = () => screen.queryByRole('region', { name: 'Waiting to be sent' });
const rows = () =>
  within(screen.getByRole('region', { name: 'Waiting to be sent' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const press = (name: string) => screen.getByRole('button', { name });

/** Types a task for Monday without a network. */
async function writeOffline(title: string) {
  const user = await renderDashboard();
  platform.setOnline(false);
  platform.failEach('add', 'network');
  await user.click(monday().getByRole('button', { name: 'Add task' }));
  await user.paste(title);
  await user.keyboard('{Enter}{Escape}');
  await waitFor(() => expect(list()).not.toBeNull());
  return user;
}

async function comeBackOnline(failure: Failure | null = null) {
  platform.setOnline(true);
  platform.failEach('add', failure);
  await act(async () => {
    platform.comeBack();
    await platform.letGo();
  });
}

it('a task added without a network is listed separately, is not counted, and is sent once the network is back', async () => {
  await writeOffline('Buy milk');
  await waitFor(() => expect(platform.notices()).toEqual(['No connection: the task waits to be sent']));
  expect(rows()).toEqual([expect.stringContaining('Buy milkMonday Nov 16')]);
  expect(mondayRows()).toEqual([]);
  expect(screen.queryByText('0 of 1 done')).toBeNull();
  await comeBackOnline();
  await waitFor(() => expect(list()).toBeNull());
  expect(mondayRows()).toEqual(['Buy milk']);
  expect(platform.rows()).toHaveLength(1);
});

it('a rejected task keeps its title and the reason, and is sent again after it is edited', async () => {
  const user = await writeOffline('Buy mlik');
  await comeBackOnline({ kind: 'rejected', status: 400, message: 'A day holds 2,000 tasks at most.' });
  const sentence = 'Failed to add task. Please try again. A day holds 2,000 tasks at most.';
  await waitFor(() => expect(screen.getByText(sentence)).not.toBeNull());
  expect(rows()).toEqual([expect.stringContaining('Buy mlik')]);
  platform.failEach('add', null);
  await user.click(press('Edit'));
  await user.clear(screen.getByRole('textbox', { name: 'Task title' }));
  await user.paste('Buy milk');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(mondayRows()).toEqual(['Buy milk']));
  await waitFor(() => expect(list()).toBeNull());
});

it('a waiting task can be discarded', async () => {
  const user = await writeOffline('Buy milk');
  await user.click(press('Discard'));
  expect(list()).toBeNull();
  expect(document.activeElement).toBe(screen.getAllByRole('heading', { level: 2 })[0]);
  await comeBackOnline();
  expect(platform.rows()).toEqual([]);
});

it('waiting tasks are deleted at sign-out, and the next user does not see them', async () => {
  await writeOffline('A secret plan');
  await act(() => session.getState().signOut());
  act(() => session.setState({ status: 'signed-in', user: { id: 'grace', email: null } }));
  expect(screen.queryByText('A secret plan')).toBeNull();
  expect(localStorage.length).toBe(0);
});

it('without a network and with full storage, the text stays in its field', async () => {
  const user = await renderDashboard();
  platform.setOnline(false);
  platform.hold();
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  await user.click(monday().getByRole('button', { name: 'Add task' }));
  await user.paste('Buy milk');
  await user.keyboard('{Enter}');
  await fail('add');
  refuse.mockRestore();
  expect(platform.notices()).toEqual(['! Failed to add task. Please try again. You are offline.']);
  expect(composer()?.value).toBe('Buy milk');
  expect(list()).toBeNull();
});
