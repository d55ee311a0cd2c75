import type { TaskRepository } from '@space/supabase';
import { loadBackend } from './backend.ts';
import { session } from './session.ts';
import { tellTabs } from './tabs.ts';

/** Runs a change, and notifies the other tabs once the server has confirmed it (rule live-update). */
async function applyChange<Result>(change: (repository: TaskRepository) => Promise<Result>): Promise<Result> {
  const userId = session.getState().user?.id;
  const result = await change((await loadBackend()).tasks);
  tellTabs(userId);
  return result;
}

/** The signed-in user's tasks (rule task-query). Loads the client on first use; throws `BackendError`. */
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
