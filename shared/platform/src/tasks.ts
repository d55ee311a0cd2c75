import type { TaskRepository } from '@space/supabase';
import { loadBackend } from './backend.ts';
import { isOnline, onReturn } from './online.ts';
import { session, undo } from './session.ts';

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

/** Runs a change, and notifies the other tabs once the server has confirmed it. */
async function applyChange<Result>(change: (repository: TaskRepository) => Promise<Result>): Promise<Result> {
  const userId = session.getState().user?.id;
  const result = await change((await loadBackend()).tasks);
  tellTabs(userId);
  return result;
}

/** The signed-in user's tasks. Loads the client on first use; throws `BackendError`. */
export const tasks: TaskRepository = {
  listBetween: async (from, to) => (await loadBackend()).tasks.listBetween(from, to),
  listAll: async () => (await loadBackend()).tasks.listAll(),
  listUndone: async (before) => (await loadBackend()).tasks.listUndone(before),
  search: async (text) => (await loadBackend()).tasks.search(text),
  version: async () => (await loadBackend()).tasks.version(),
  add: (task) => applyChange((repository) => repository.add(task)),
  addMany: (added) => applyChange((repository) => repository.addMany(added)),
  update: (...change) => applyChange((repository) => repository.update(...change)),
  remove: (...removal) => applyChange((repository) => repository.remove(...removal)),
  removeMany: (ids) => applyChange((repository) => repository.removeMany(ids)),
  restore: (id) => applyChange((repository) => repository.restore(id)),
};

const POLL_INTERVAL = 60_000;

/**
 * Calls back when the shown data may be outdated: when another tab has changed a task, when the user or
 * the network returns (`onReturn`), and every minute while the page is visible. It does not call back while the page is
 * hidden or offline: the return does.
 *
 * Returns a function that ends the subscription.
 */
export function onPossibleChange(callback: () => void): () => void {
  const callIfVisible = () => {
    if (document.visibilityState === 'visible' && isOnline()) callback();
  };
  const timer = setInterval(callIfVisible, POLL_INTERVAL);
  const stopTabs = onOtherTab(() => session.getState().user?.id, callIfVisible);
  const stopReturns = onReturn(callIfVisible);
  const stopUndo = undo.onTakenBack(callIfVisible);
  return () => {
    clearInterval(timer);
    stopTabs();
    stopReturns();
    stopUndo();
  };
}
