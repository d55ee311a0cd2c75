// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewTask } from '@space/domain';
import { kept, platform, session } from '@space/platform/testing';
import { createWaiting } from './createWaiting.ts';

type Send = Parameters<typeof createWaiting>[0]['send'];

const task = (id: string, title = 'Buy milk'): NewTask => ({
  id,
  title,
  emoji: null,
  task_date: '2026-11-16',
  user_id: 'user',
});

/** A fake lock manager: like the browser's, it gives no lock while another request holds it. */
function createFakeLocks(): Pick<LockManager, 'request'> {
  let isHeld = false;
  const request = async (_: string, _options: unknown, work: (lock: unknown) => unknown) => {
    if (isHeld) return work(null);
    isHeld = true;
    await work({});
    isHeld = false;
    return undefined;
  };
  // Only the part of a lock manager that is used here.
  return { request } as unknown as LockManager;
}

let locks: Pick<LockManager, 'request'>;
let send: ReturnType<typeof vi.fn<Send>>;
let time = 0;

/** Opens a tab and stores tasks in it. */
function openTab(...tasks: NewTask[]) {
  const getUserId = () => session.getState().user?.id ?? null;
  const tab = createWaiting({ kept, send, getUserId, clock: () => ++time, locks });
  for (const each of tasks) tab.getState().save(each);
  return tab;
}
const titles = (tab: ReturnType<typeof openTab>) => tab.getState().tasks.map(({ title }) => title);
const sentIds = () => send.mock.calls.map(([{ id }]) => id);

beforeEach(() => {
  localStorage.clear();
  platform.reset();
  locks = createFakeLocks();
  send = vi.fn<Send>().mockResolvedValue('sent');
});

describe('waiting tasks', () => {
  it('are restored when the browser is opened again, oldest first', () => {
    openTab(task('b', 'First'), task('a', 'Second'));
    expect(titles(openTab())).toEqual(['First', 'Second']);
  });

  it('are sent once, in order, and removed afterwards', async () => {
    const tab = openTab(task('b'), task('a'));
    await Promise.all([tab.getState().send(), tab.getState().send()]);
    await tab.getState().send();
    expect(sentIds()).toEqual(['b', 'a']);
    expect(tab.getState()).toMatchObject({ tasks: [], sendingId: null });
    expect(localStorage.length).toBe(0);
  });

  it('are sent again after an attempt that hung while the network came back', async () => {
    const hung = Promise.withResolvers<'waiting'>();
    send.mockReturnValueOnce(hung.promise);
    const tab = openTab(task('a'));
    const sending = tab.getState().send();
    await tab.getState().send();
    hung.resolve('waiting');
    await sending;
    expect(sentIds()).toEqual(['a', 'a']);
    expect(titles(tab)).toEqual([]);
  });

  it('are sent by only one of two tabs', async () => {
    const answers = Promise.withResolvers<'sent'>();
    send.mockReturnValueOnce(answers.promise);
    const tab = openTab(task('a'));
    const other = openTab();
    const sending = tab.getState().send();
    await other.getState().send();
    expect(tab.getState().sendingId).toBe('a');
    answers.resolve('sent');
    await sending;
    // The other tab has not been notified, but reads the storage before it sends.
    await other.getState().send();
    expect(sentIds()).toEqual(['a']);
  });

  it('stay in order if the first gets no response, and are sent with the values of the earlier attempt', async () => {
    const tab = openTab(task('a', 'Buy mlik'), task('b'));
    send.mockResolvedValueOnce('waiting');
    await tab.getState().send();
    expect(sentIds()).toEqual(['a']);
    expect(await tab.getState().rename('a', ' Buy milk ')).toEqual({ ok: true });
    await tab.getState().send();
    expect(send.mock.calls[1]).toEqual([task('a'), { title: 'Buy mlik', emoji: null }]);
    expect(sentIds()).toEqual(['a', 'a', 'b']);
  });

  it('keep their title and the reason of a rejection, do not block others, and can be allowed to be sent again', async () => {
    const tab = openTab(task('a', 'Refused'), task('b'));
    send.mockResolvedValueOnce({ refusal: 'A day holds 2,000 tasks at most.' });
    await tab.getState().send();
    expect(sentIds()).toEqual(['a', 'b']);
    expect(openTab().getState().tasks).toMatchObject([
      { title: 'Refused', refusal: 'A day holds 2,000 tasks at most.' },
    ]);
    await tab.getState().send();
    expect(sentIds()).toHaveLength(2);
    expect(await tab.getState().rename('a', ' ')).toMatchObject({
      ok: false,
      message: 'Task title cannot be empty',
    });
    tab.getState().clearRefusal('a');
    await tab.getState().send();
    expect(sentIds()).toEqual(['a', 'b', 'a']);
  });

  it('do not come back if they are discarded while they are being sent', async () => {
    const tab = openTab(task('a'));
    send.mockImplementationOnce(() => {
      tab.getState().discard('a');
      return Promise.resolve('waiting');
    });
    await tab.getState().send();
    expect(tab.getState().tasks).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it.each(['waiting', 'sent', { refusal: 'A day holds 2,000 tasks at most.' }] as const)(
    'keep a title that another tab changes while they are being sent, and send it next (%j)',
    async (answer) => {
      const tab = openTab();
      const other = openTab();
      tab.getState().save(task('a', 'Buy mlik'));
      send.mockImplementationOnce(async () => {
        await other.getState().rename('a', 'Buy milk');
        return answer;
      });
      await tab.getState().send();
      expect(tab.getState().tasks).toMatchObject([{ title: 'Buy milk', refusal: null }]);
      await tab.getState().send();
      expect(send.mock.calls[1]).toEqual([task('a'), { title: 'Buy mlik', emoji: null }]);
      expect(tab.getState().tasks).toEqual([]);
    },
  );

  it('are not sent while they are being edited, but right afterwards', async () => {
    const tab = openTab(task('a', 'Buy mlik'), task('b'));
    const release = tab.getState().hold('a');
    await tab.getState().send();
    expect(sentIds()).toEqual(['b']);
    await tab.getState().rename('a', 'Buy milk');
    release();
    expect(send.mock.calls[1]?.[0]).toEqual(task('a'));
  });

  it('are not stored if storage is full, and a change of a title then fails with a message', async () => {
    const tab = openTab(task('b', 'Buy mlik'));
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    expect(tab.getState().save(task('a'))).toBe(false);
    expect(await tab.getState().rename('b', 'Buy milk')).toEqual({
      ok: false,
      message: 'Failed to update task',
    });
    expect(titles(tab)).toEqual(['Buy mlik']);
    refuse.mockRestore();
  });
});

describe('waiting tasks belong to one account', () => {
  const seenBy = (id: string) => {
    session.setState({ status: 'signed-in', user: { id, email: null }, wasLost: false });
    return titles(openTab());
  };

  it('and are deleted when it signs out', async () => {
    openTab(task('a'));
    await session.getState().signOut();
    expect(localStorage.length).toBe(0);
  });

  it('and survive a session that the server has ended, but only for this account', () => {
    openTab(task('a'));
    platform.loseSession();
    expect(openTab().getState().tasks).toEqual([]);
    expect(seenBy('user')).toEqual(['Buy milk']);
    platform.loseSession();
    expect(seenBy('grace')).toEqual([]);
    expect(seenBy('user')).toEqual([]);
  });
});
