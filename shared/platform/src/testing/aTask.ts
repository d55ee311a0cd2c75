import type { Task } from '@space/domain';

/** Takes the fields that matter to a test; returns a whole task, by default on Monday, November 16, 2026. */
export function aTask(parts: Partial<Task> = {}): Task {
  return {
    id: 'a',
    title: 'Water the plants',
    completed: false,
    starred: false,
    pinned: false,
    emoji: null,
    task_date: '2026-11-16',
    user_id: 'user',
    created_at: '2026-11-01T08:00:00+00:00',
    ...parts,
  };
}
