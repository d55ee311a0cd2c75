import type { TaskRepository } from '@space/supabase';
import { loadBackend } from './backend.ts';
import { session } from './session.ts';
import { tellTabs } from './tabs.ts';

/** Runs a change; the other tabs hear of it when the server has confirmed it (rule live-update). */
async function told<Answer>(change: (repository: TaskRepository) => Promise<Answer>): Promise<Answer> {
  const userId = session.getState().user?.id;
  const answer = await change((await loadBackend()).tasks);
  tellTabs(userId);
  return answer;
}

/** The signed-in user's tasks (rule task-query). Loads the client on first use; throws `BackendError`. */
export const tasks: TaskRepository = {
  listBetween: async (from, to) => (await loadBackend()).tasks.listBetween(from, to),
  listAll: async () => (await loadBackend()).tasks.listAll(),
  listUndone: async (before) => (await loadBackend()).tasks.listUndone(before),
  search: async (text) => (await loadBackend()).tasks.search(text),
  version: async () => (await loadBackend()).tasks.version(),
  add: (task) => told((repository) => repository.add(task)),
  update: (id, change) => told((repository) => repository.update(id, change)),
  remove: (id) => told((repository) => repository.remove(id)),
  restore: (id) => told((repository) => repository.restore(id)),
};
