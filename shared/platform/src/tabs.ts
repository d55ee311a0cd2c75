const NAME = 'better-space-tasks';

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(NAME);
  return channel;
}

/** Tells this browser's other tabs that tasks of a user have changed. The message has no task: each tab asks the server. */
export function tellTabs(userId: string | undefined): void {
  open()?.postMessage({ userId });
}

/** Calls back when another tab has changed tasks of the user whom `userId` returns. Returns a function to unsubscribe. */
export function onOtherTab(userId: () => string | undefined, callback: () => void): () => void {
  const tabs = open();
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    const owner = typeof data === 'object' && data !== null && 'userId' in data ? data.userId : undefined;
    if (owner !== undefined && owner === userId()) callback();
  };
  tabs?.addEventListener('message', handleMessage);
  return () => tabs?.removeEventListener('message', handleMessage);
}
