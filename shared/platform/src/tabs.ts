const NAME = 'better-space-tasks';

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(NAME);
  return channel;
}

/** Tells the other tabs of this browser that tasks of a user have changed. It carries no task: each tab asks the server. */
export function tellTabs(userId: string | undefined): void {
  open()?.postMessage({ userId });
}

/** Calls back when another tab has changed tasks of the user that `userId` names then. Returns the way out. */
export function onOtherTab(userId: () => string | undefined, callback: () => void): () => void {
  const tabs = open();
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    const of = typeof data === 'object' && data !== null && 'userId' in data ? data.userId : undefined;
    if (of !== undefined && of === userId()) callback();
  };
  tabs?.addEventListener('message', handleMessage);
  return () => tabs?.removeEventListener('message', handleMessage);
}
