// oxlint-disable unicorn/require-post-message-target-origin -- a channel has none
import { expect, test, vi } from 'vitest';
import { onOtherTab, tellTabs } from './tabs.ts';

test('another tab of the same user hears of a change, one of another user does not, and the tab itself neither', async () => {
  const heard = vi.fn<() => void>();
  const stop = onOtherTab(() => 'ada', heard);
  const other = new BroadcastChannel('better-space-tasks');
  tellTabs('ada');
  for (const message of [{ userId: 'grace' }, { userId: undefined }, 'ada', { userId: 'ada' }])
    other.postMessage(message);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  stop();
  other.postMessage({ userId: 'ada' });
  const last = Promise.withResolvers<void>();
  const witness = new BroadcastChannel('better-space-tasks');
  witness.addEventListener('message', () => last.resolve());
  other.postMessage('last');
  await last.promise;
  expect(heard).toHaveBeenCalledTimes(1);
  other.close();
  witness.close();
});
