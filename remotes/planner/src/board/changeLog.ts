import type { Task } from '@space/domain';

/** What the server last confirmed about a task: the row, or null when it was deleted. */
export interface Change {
  id: string;
  at: number;
  task: Task | null;
}

export type ChangeLog = ReturnType<typeof createChangeLog>;

/**
 * A logical clock, and the latest change of each task. Requests get a time when they are sent, changes when they are
 * confirmed: a response to a request from before a change cannot undo it, however late it arrives.
 */
export function createChangeLog() {
  let clock = 0;
  let clearedAt = 0;
  const latest = new Map<string, Change>();
  return {
    now: (): number => ++clock,
    record(id: string, task: Task | null): void {
      latest.set(id, { id, at: ++clock, task });
    },
    /** What this tab's last change of a task left; null if it deleted the task. */
    latest: (id: string): Task | null => latest.get(id)?.task ?? null,
    since: (time: number): Change[] => [...latest.values()].filter((change) => change.at > time),
    /** Forgets all changes; responses to earlier requests become stale. */
    clear(): void {
      latest.clear();
      clearedAt = ++clock;
    },
    isStale: (time: number): boolean => time < clearedAt,
  };
}
