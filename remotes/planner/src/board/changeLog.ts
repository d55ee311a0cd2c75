import type { Task } from '@space/domain';

/** What the server last confirmed about a task: the row, or null when it was deleted. */
export interface Change {
  id: string;
  at: number;
  task: Task | null;
}

export type ChangeLog = ReturnType<typeof createChangeLog>;

/**
 * The board's own clock and what happened by it. Questions take a time when they are sent, changes when they are
 * confirmed: so an answer that was asked for before a change cannot undo it, however late it comes.
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
    since: (time: number): Change[] => [...latest.values()].filter((change) => change.at > time),
    /** Forgets everything: answers to earlier questions no longer count. */
    clear(): void {
      latest.clear();
      clearedAt = ++clock;
    },
    isFromBefore: (time: number): boolean => time < clearedAt,
  };
}
