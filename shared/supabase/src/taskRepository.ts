import { taskSchema, undoneTaskSchema, type DayKey, type NewTask, type Task } from '@space/domain';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { backendError, isBackendError } from './errors.ts';
import { restFailure, type RestAnswer } from './failures.ts';
import { ask, askForOne, readRow, unreadable } from './restAnswers.ts';
import type { TaskRepository } from './types.ts';

/** How many undone tasks are asked for: one more than a hundred, so that more than a hundred are told from a hundred. */
const MOST_UNDONE = 101;

interface Days {
  from: DayKey;
  to: DayKey;
}

/** Makes the repository of tasks. See TaskRepository for what each method promises. */
export function createTaskRepository(client: PostgrestClient): TaskRepository {
  /**
   * One page of the tasks: oldest first, after a given task, of some days or of all. No user filter (rule task-query):
   * row-level security. The place in the list is a position, not an offset: rows that come or go meanwhile shift nothing.
   */
  function page(days: Days | null, after: Task | undefined) {
    const all = client.from('tasks').select('*', { count: 'exact' });
    const some = days ? all.gte('task_date', days.from).lte('task_date', days.to) : all;
    const query = some.order('created_at', { ascending: true }).order('id', { ascending: true });
    if (!after) return query;
    const instant = `"${after.created_at}"`; // quoted: it holds characters that mean something in a filter
    return query.or(`created_at.gt.${instant},and(created_at.eq.${instant},id.gt.${after.id})`);
  }

  async function list(days: Days | null): Promise<Task[]> {
    const found = new Map<string, Task>();
    for (;;) {
      const { rows, count } = await ask(page(days, [...found.values()].at(-1)));
      const before = found.size;
      for (const row of rows) {
        const task = readRow(taskSchema, row);
        found.set(task.id, task);
      }
      // Complete is what the server counted, or what an empty page ends. A short page proves nothing: a hosted
      // backend cuts at 1,000 rows without a word.
      if (rows.length === 0 || rows.length === count) return [...found.values()];
      if (found.size === before)
        throw backendError('network', 'The server keeps answering the same page', { code: 'incomplete' });
    }
  }

  async function add(task: NewTask): Promise<Task> {
    // Named: nothing else is ever sent (no mass assignment).
    const { id, title, emoji, task_date, user_id } = task;
    const row = { id, title, emoji, task_date, user_id, ...marksOf(task) };
    try {
      return await askForOne(client.from('tasks').insert(row).select(), taskSchema);
    } catch (error) {
      const existing = isTaken(error) ? await findSame(task) : null;
      if (existing) return existing;
      throw error;
    }
  }

  /** The task a lost answer was about: same id, same owner, same content (rule add-once). */
  async function findSame(task: NewTask): Promise<Task | null> {
    const { rows } = await ask(client.from('tasks').select('*').eq('id', task.id));
    const [existing] = rows.map((row) => readRow(taskSchema, row));
    const isSame =
      existing?.user_id === task.user_id &&
      existing.title === task.title &&
      existing.emoji === task.emoji &&
      existing.task_date === task.task_date;
    return isSame ? existing : null;
  }

  return {
    listBetween: (from, to) => list({ from, to }),
    listAll: () => list(null),
    async listUndone(before) {
      const query = client.from('tasks').select('id,task_date').is('completed', false);
      const { rows } = await ask(query.lt('task_date', before).order('task_date').limit(MOST_UNDONE));
      return rows.map((row) => readRow(undoneTaskSchema, row));
    },
    async search(text) {
      const { rows } = await ask(client.rpc('search_tasks', { search: text }));
      return rows.map((row) => readRow(taskSchema, row));
    },
    add,
    update: (id, change) => askForOne(client.from('tasks').update(change).eq('id', id).select(), taskSchema),
    async remove(id) {
      await askForOne(client.from('tasks').delete().eq('id', id).select(), taskSchema);
    },
    async restore(id) {
      const answer: RestAnswer = await client.rpc('restore_task', { task_id: id });
      if (answer.error) throw restFailure(answer.error, answer.status);
      return readRow(taskSchema, answer.data);
    },
    async version() {
      const answer: RestAnswer = await client.rpc('tasks_version');
      if (answer.error) throw restFailure(answer.error, answer.status);
      if (answer.data === null || typeof answer.data === 'string') return answer.data;
      throw unreadable(answer.status);
    },
  };
}

/** The marks that a new task has; those that it lacks are the database's own. */
function marksOf({ completed, starred, pinned }: NewTask): Partial<NewTask> {
  return {
    ...(completed === true ? { completed } : {}),
    ...(starred === true ? { starred } : {}),
    ...(pinned === true ? { pinned } : {}),
  };
}

/** Tells whether an insert failed because its id exists. The embedded backend wraps some database errors as 'SUP'. */
function isTaken(error: unknown): boolean {
  if (!isBackendError(error) || error.kind !== 'rejected') return false;
  return error.code === '23505' || error.status === 409 || error.code === 'SUP';
}
