import {
  MESSAGES,
  taskSchema,
  undoneTaskSchema,
  type DayKey,
  type NewTask,
  type Task,
  type TaskChange,
} from '@space/domain';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { NO_ROW, answerOf, oneRow, readRow, rowsOf, unreadable, type RestAnswer } from './answers.ts';
import { backendError, isBackendError } from './errors.ts';
import type { TaskRepository } from './types.ts';

/** The limit for undone tasks: one more than 100, so that callers can tell 'more than 100' from 100. */
const MAX_UNDONE = 101;

type Days = { from: DayKey; to: DayKey } | null;

/** The part of supabase-js's query of one row that `changeOne` uses. */
interface RowQuery {
  filter: (column: string, operator: string, value: string) => unknown;
  is: (column: string, value: boolean | null) => unknown;
  select: () => PromiseLike<RestAnswer>;
}

/** Creates the task repository. See TaskRepository for what each method promises. */
export function createTaskRepository(client: PostgrestClient): TaskRepository {
  /**
   * Returns the query for one page of tasks: oldest first, after a given task, of some days or of all. No user filter:
   * row-level security. Keyset, not offset pagination: rows added or deleted meanwhile do not shift pages.
   */
  function page(days: Days, after: Task | undefined) {
    const all = client.from('tasks').select('*', { count: 'exact' });
    const filtered = days ? all.gte('task_date', days.from).lte('task_date', days.to) : all;
    const query = filtered.order('created_at', { ascending: true }).order('id', { ascending: true });
    if (!after) return query;
    const instant = `"${after.created_at}"`; // quoted: it contains characters with a meaning in filters
    return query.or(`created_at.gt.${instant},and(created_at.eq.${instant},id.gt.${after.id})`);
  }

  async function list(days: Days): Promise<Task[]> {
    const found = new Map<string, Task>();
    for (;;) {
      const { data, count, status } = await answerOf(page(days, [...found.values()].at(-1)));
      if (!Array.isArray(data)) throw unreadable(status);
      const before = found.size;
      for (const row of data) {
        const task = readRow(taskSchema, row);
        found.set(task.id, task);
      }
      // The list is complete if the server's count or an empty page says so. A short page proves nothing: a hosted
      // backend silently cuts responses at 1,000 rows.
      if (data.length === 0 || data.length === count) return [...found.values()];
      if (found.size === before)
        throw backendError('network', 'The server keeps answering the same page', { code: 'incomplete' });
    }
  }

  async function add(task: NewTask): Promise<Task> {
    try {
      return await oneRow(client.from('tasks').insert(rowOf(task)).select(), taskSchema);
    } catch (error) {
      const existing = isIdTaken(error) ? await findIdentical(task) : null;
      if (existing) return existing;
      throw error;
    }
  }

  /** Returns the task of an earlier request whose response was lost: same id, owner and content. */
  async function findIdentical(task: NewTask): Promise<Task | null> {
    const existing = await find(task.id);
    const isSame =
      existing?.user_id === task.user_id &&
      existing.title === task.title &&
      existing.emoji === task.emoji &&
      existing.task_date === task.task_date;
    return isSame ? existing : null;
  }

  async function find(id: string): Promise<Task | undefined> {
    const rows = await rowsOf(client.from('tasks').select('*').eq('id', id));
    return rows.map((row) => readRow(taskSchema, row))[0];
  }

  /**
   * Changes or deletes a task that still has the expected fields. They are filters of the request itself, so that nothing
   * can change between a check and the change. Texts are quoted lists of one: for the embedded backend `eq.5` is a number.
   */
  async function changeOne(
    id: string,
    query: RowQuery,
    expected: TaskChange = {},
    change: TaskChange | null = null,
  ): Promise<Task> {
    for (const [column, value] of Object.entries(expected))
      if (typeof value === 'string') query.filter(column, 'in', `("${value.replace(/["\\]/g, '\\$&')}")`);
      else query.is(column, value);
    try {
      return await oneRow(query.select(), taskSchema);
    } catch (error) {
      const isUntouched = isBackendError(error) && error.code === NO_ROW;
      if (!isUntouched || Object.keys(expected).length === 0) throw error;
      const current = await find(id);
      // An earlier request whose response was lost has changed it, or another device in the same way.
      const isSame = (row: Task) =>
        change && Object.entries(change).every(([name, value]) => Reflect.get(row, name) === value);
      if (current && isSame(current)) return current;
      const code = current ? 'changed' : NO_ROW;
      throw backendError('rejected', MESSAGES.tasks.changedElsewhere, { code, cause: current });
    }
  }

  return {
    listBetween: (from, to) => list({ from, to }),
    listAll: () => list(null),
    async listUndone(before) {
      const query = client.from('tasks').select('id,task_date').is('completed', false);
      const rows = await rowsOf(query.lt('task_date', before).order('task_date').limit(MAX_UNDONE));
      return rows.map((row) => readRow(undoneTaskSchema, row));
    },
    async search(text) {
      const rows = await rowsOf(client.rpc('search_tasks', { search: text }));
      return rows.map((row) => readRow(taskSchema, row));
    },
    add,
    async addMany(tasks) {
      const query = client.from('tasks').upsert(tasks.map(rowOf), { ignoreDuplicates: true });
      const rows = await rowsOf(query.select());
      return rows.map((row) => readRow(taskSchema, row));
    },
    update: (id, change, expected) =>
      changeOne(id, client.from('tasks').update(change).eq('id', id), expected, change),
    async remove(id, expected) {
      await changeOne(id, client.from('tasks').delete().eq('id', id), expected);
    },
    async removeMany(ids) {
      const rows = await rowsOf(client.from('tasks').delete().in('id', ids).select());
      return rows.map((row) => readRow(taskSchema, row).id);
    },
    async restore(id) {
      const { data } = await answerOf(client.rpc('restore_task', { task_id: id }));
      return readRow(taskSchema, data);
    },
    async version() {
      const { data, status } = await answerOf(client.rpc('tasks_version'));
      if (data === null || typeof data === 'string') return data;
      throw unreadable(status);
    },
  };
}

/** Returns the row of a new task: each field by name, so that nothing else is sent (no mass assignment). */
function rowOf(task: NewTask) {
  const { id, title, emoji, task_date, user_id, completed = false, starred = false, pinned = false } = task;
  return { id, title, emoji, task_date, user_id, completed, starred, pinned };
}

/** Returns whether an insert failed because its id exists. The embedded backend wraps some database errors as 'SUP'. */
function isIdTaken(error: unknown): boolean {
  if (!isBackendError(error) || error.kind !== 'rejected') return false;
  return error.code === '23505' || error.status === 409 || error.code === 'SUP';
}
