// oxlint-disable unicorn/require-post-message-target-origin -- a channel has none
import { expect, test, vi } from 'vitest';
import { onOtherTab, tellTabs } from './tasks.ts';

test('notifies a tab of changes by the same user in other tabs, not of its own or of another user’s', async () => {
  const listener = vi.fn<() => void>();
  const stop = onOtherTab(() => 'ada', listener);
  const other = new BroadcastChannel('better-space-tasks');
  tellTabs('ada');
  for (const message of [{ userId: 'grace' }, { userId: undefined }, 'ada', { userId: 'ada' }])
    other.postMessage(message);
  await expect.poll(() => listener.mock.calls.length).toBe(1);
  stop();
  other.postMessage({ userId: 'ada' });
  const lastMessage = Promise.withResolvers<void>();
  const observer = new BroadcastChannel('better-space-tasks');
  observer.addEventListener('message', () => lastMessage.resolve());
  other.postMessage('last');
  await lastMessage.promise;
  expect(listener).toHaveBeenCalledTimes(1);
  other.close();
  observer.close();
});
