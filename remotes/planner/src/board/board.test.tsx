// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aTask, platform, session, type Failure } from '@space/platform/testing';
import {
  answer,
  fail,
  monday,
  mondayRows,
  renderDashboard,
  renderPending,
  row,
} from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const TITLE = 'Water the plants';
const button = (name: string) => screen.getByRole('button', { name });
const failure = () => screen.queryByText('Failed to load tasks');
const comeBack = () => act(async () => platform.comeBack());
const takeBack = (user: UserEvent) => user.keyboard('{Control>}z{/Control}');
const limit: Failure = { kind: 'rejected', status: 429, message: 'Too many changes. Please try again.' };

describe('loading the week', () => {
  it('task-query, live-update: reads the visible week, then each neighbour once, and again what has changed', async () => {
    renderPending(aTask());
    expect(platform.calls('listBetween')).toEqual([['2026-11-16', '2026-11-22']]);
    await act(() => platform.letGo());
    expect(platform.calls('listBetween').slice(1)).toEqual([
      ['2026-11-23', '2026-11-29'],
      ['2026-11-09', '2026-11-15'],
    ]);
    platform.failEach('version', 'network');
    await comeBack();
    expect(platform.calls('listBetween')).toHaveLength(3);
    expect(platform.notices()).toEqual([]);
    platform.failEach('version', null);
    platform.changeElsewhere('a', { title: 'Changed' });
    await comeBack();
    await waitFor(() => expect(mondayRows()).toEqual(['Changed']));
    await comeBack();
    expect(platform.calls('listBetween')).toHaveLength(4);
  });

  it.each([
    ['the network breaks', 'network', true, true],
    ['there is no network', 'network', false, false],
    ['the server refuses', 'rejected', true, true],
  ] as const)(
    'saved-week: without a copy a failure is said in its place, if %s',
    async (_, kind, isOnline, notifies) => {
      const user = await renderDashboard();
      platform.setOnline(isOnline);
      platform.failEach('listBetween', kind);
      for (let step = 0; step < 2; step += 1) await user.click(button('Next week'));
      await waitFor(() => expect(failure()).not.toBeNull());
      expect(screen.queryByText('Nothing planned yet')).toBeNull();
      const notices = platform.notices();
      expect([...new Set(notices)]).toEqual(notifies ? ['! Failed to load tasks'] : []);
      // A retry that no one asked for is silent; the failure stays until one succeeds.
      await comeBack();
      expect(platform.notices()).toEqual(notices);
      platform.failEach('listBetween', null);
      await user.click(button('Retry'));
      await waitFor(() => expect(failure()).toBeNull());
      expect(screen.getAllByText('Nothing planned yet')).toHaveLength(7);
    },
  );

  it.each([
    ['does not answer', 'network', /^The server does not answer\. Last read .*\.$/, []],
    ['refuses', 'rejected', 'Failed to load tasks', ['! Failed to load tasks']],
  ] as const)('saved-week: what is known stays if the server %s', async (_, kind, sentence, notices) => {
    const user = await renderDashboard(aTask());
    platform.failEach('listBetween', kind);
    await user.click(button('Next week'));
    await user.click(button('Previous week'));
    await waitFor(() => expect(screen.getByText(sentence)).not.toBeNull());
    expect(mondayRows()).toEqual([TITLE]);
    expect(new Set(platform.notices())).toEqual(new Set(notices));
  });

  it('sign-out: responses that arrive afterwards show nothing to the next user', async () => {
    const user = await renderDashboard(aTask());
    platform.hold();
    await user.click(button('Star task'));
    await comeBack();
    await answer('version', 'two');
    act(() => session.setState({ status: 'signed-in', user: { id: 'grace', email: null } }));
    await answer('update');
    await answer('listBetween', [aTask()]);
    expect(screen.queryByText(TITLE)).toBeNull();
    expect(platform.notices()).toEqual([]);
  });
});

describe('changes elsewhere', () => {
  it('server-first: a response from before a change does not undo it', async () => {
    const user = await renderDashboard(aTask());
    platform.hold();
    await comeBack();
    await answer('version', 'two');
    await user.click(button('Star task'));
    await answer('update');
    await answer('listBetween', [aTask()]);
    expect(button('Unstar task')).not.toBeNull();
  });

  it.each<[string, string, Failure | null, string]>([
    ['was changed elsewhere', 'Water the herbs', null, 'Changed elsewhere in the meantime.'],
    ['cannot be reached', TITLE, 'network', 'You are offline.'],
    ['has had too many changes', TITLE, limit, 'Too many changes. Please try again.'],
  ])('edit-and-undo: a task that %s is left alone', async (_, title, failing, reason) => {
    const user = await renderDashboard(aTask());
    await user.click(button('Star task'));
    await waitFor(() => expect(button('Unstar task')).not.toBeNull());
    platform.changeElsewhere('a', { title });
    platform.setOnline(failing !== 'network');
    platform.failEach('update', failing);
    await takeBack(user);
    await waitFor(() => expect(platform.notices()).toEqual([`! Failed to undo the change. ${reason}`]));
    expect(platform.rows()).toMatchObject([{ title, starred: true }]);
    // What another device has changed is not tried again; what failed is.
    platform.setOnline(true);
    platform.failEach('update', null);
    await takeBack(user);
    await waitFor(() => expect(platform.rows()).toMatchObject([{ title, starred: failing === null }]));
  });
});

describe('failure-notice, needs-network', () => {
  it.each<[string, string, (user: UserEvent) => Promise<void>]>([
    ['a tick', 'Failed to update task', (user) => user.click(screen.getByRole('checkbox'))],
    ['a star', 'Failed to update task', (user) => user.click(button('Star task'))],
    ['a pin', 'Failed to update task', (user) => user.click(button('Pin task'))],
    ['a move', 'Failed to move task', (user) => user.click(button('Move to next day'))],
    ['a deletion', 'Failed to delete task', (user) => user.click(button('Delete task'))],
    [
      'an emoji',
      'Failed to update emoji. Please try again',
      async (user) => {
        await user.click(row(TITLE).getByRole('button', { name: 'Give emoji' }));
        await user.click(row(TITLE).getByRole('button', { name: 'Coffee' }));
      },
    ],
  ])('of %s begins with its sentence, and the task stays as it was', async (_, sentence, perform) => {
    const user = await renderDashboard(aTask());
    const name = sentence.includes('delete') ? 'remove' : 'update';
    const raw: Failure = {
      kind: 'rejected',
      status: 400,
      message: 'violates check constraint "tasks_check"',
    };
    for (const [failing, isOnline, reason] of [
      [limit, true, 'Too many changes. Please try again.'],
      ['network', false, 'You are offline.'],
      [raw, true, null],
    ] as const) {
      platform.setOnline(isOnline);
      platform.failEach(name, failing);
      const count = platform.notices().length;
      await perform(user);
      await waitFor(() => expect(platform.notices()).toHaveLength(count + 1));
      const shown = platform.notices().at(-1)?.replace(/\.$/, '');
      expect(shown).toBe(reason ? `! ${sentence}. ${reason}`.replace(/\.$/, '') : `! ${sentence}`);
    }
    expect(platform.rows()).toEqual([aTask()]);
    platform.hold();
    platform.failEach(name, null);
    await perform(user);
    act(() => platform.loseSession());
    await fail(name, 'auth');
    expect(platform.notices().at(-1)).toBe(`! ${sentence}. Your session has ended. Please sign in again.`);
  });

  it('touched-row: a list that is taken back in part says so, and the rest is tried again', async () => {
    const user = await renderDashboard();
    await user.click(monday().getByRole('button', { name: 'Add task' }));
    await user.paste('one\ntwo\nthree');
    await user.click(button('Add 3 tasks'));
    await waitFor(() => expect(platform.notices()).toEqual(['3 tasks added!']));
    await user.click(button('Today'));
    platform.changeElsewhere(platform.rows()[1]?.id ?? '', { starred: true });
    await takeBack(user);
    const sentence =
      '! Failed to undo the change. 1 of 3 tasks stay as they are. Changed elsewhere in the meantime.';
    await waitFor(() => expect(platform.notices().slice(1).sort()).toEqual([sentence, 'Change undone']));
    expect(platform.rows().map(({ title }) => title)).toEqual(['two']);
  });
});
