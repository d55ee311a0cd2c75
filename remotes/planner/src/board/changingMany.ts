import {
  MESSAGES,
  countAdded,
  countMoved,
  countNotMoved,
  failureKind,
  failureReason,
  newTaskInputSchema,
  notifyFailure,
  validate,
  withReason,
  type DayKey,
  type TaskLine,
  type UndoneTask,
} from '@space/domain';
import type { BoardContext } from './boardTypes.ts';
import type { Attempt, createChanging } from './changing.ts';
import { mayBeOutdated } from './failures.ts';

const messages = MESSAGES.tasks;

/** How many calls are under way at once: of moves alone, whose order does not matter. */
const AT_ONCE = 4;

/** A line to add as a task, with the id it keeps however often it is sent (rule add-once). */
export interface NewLine extends TaskLine {
  id: string;
}

/** A line that was not added, and why not. */
export interface RefusedLine {
  line: NewLine;
  message: string;
}

type Failed = Extract<Attempt, { ok: false }>;

/** Whether the next call would fail for the same reason: no network, no session, too many changes. */
function failsAll({ isBusy, error, isCurrent }: Failed): boolean {
  return !isCurrent || !(isBusy || (failureKind(error) === 'rejected' && mayBeOutdated(error)));
}

/** Changes of several tasks that are told of in one notice (rules leftovers, task-lists). */
export function createChangingMany(
  context: BoardContext,
  { attemptMove, attemptAdd }: Pick<ReturnType<typeof createChanging>, 'attemptMove' | 'attemptAdd'>,
  readAgain: () => Promise<unknown>,
) {
  const { notify, isOnline, getUserId } = context;

  /** Moves each task to its day; returns those that were moved, and the first failure. */
  async function moveEach(moves: readonly UndoneTask[]) {
    const moved: UndoneTask[] = [];
    const waiting = [...moves];
    let failed: Failed | null = null;
    let isStopped = false;
    async function work(): Promise<void> {
      for (let move = waiting.shift(); move && !isStopped; move = waiting.shift()) {
        const attempted = await attemptMove(move.id, move.task_date);
        if (attempted.ok) moved.push(move);
        else {
          failed ??= attempted;
          isStopped ||= failsAll(attempted);
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // Read through a function: the assignments happen in `work`, which TypeScript does not follow.
    return { moved, failed: ((): Failed | null => failed)() };
  }

  /**
   * Moves tasks to a day, each by one change, and offers to move all of them back; says when that was done. Returns those that
   * were moved.
   */
  async function moveAll(
    tasks: readonly UndoneTask[],
    day: DayKey,
    onMovedBack: () => void,
  ): Promise<readonly UndoneTask[]> {
    const { moved, failed } = await moveEach(tasks.map((task) => ({ ...task, task_date: day })));
    const ids = new Set(moved.map(({ id }) => id));
    const origins = tasks.filter(({ id }) => ids.has(id));
    const userId = getUserId();
    if (origins.length > 0 && userId !== null) {
      notify.success(countMoved(origins.length), {
        action: {
          label: messages.undo,
          onSelect: () => {
            if (userId === getUserId()) void moveBack(origins).then(onMovedBack);
          },
        },
      });
    }
    tellNotMoved(failed, tasks.length - origins.length, tasks.length);
    return origins;
  }

  async function moveBack(origins: readonly UndoneTask[]): Promise<void> {
    const { moved, failed } = await moveEach(origins);
    if (moved.length > 0) notify.success(countMoved(moved.length));
    tellNotMoved(failed, origins.length - moved.length, origins.length);
  }

  function tellNotMoved(failed: Failed | null, count: number, all: number): void {
    if (failed === null) return;
    if (failed.isCurrent && mayBeOutdated(failed.error)) void readAgain();
    notifyFailure(context, countNotMoved(count, all), failed.error, failed.isCurrent);
  }

  /**
   * Adds lines as tasks, one after the other: a day keeps the order in which its tasks were made. Returns the lines that were
   * not added. After a failure that would be that of all, the rest is not tried.
   */
  async function addAll(lines: readonly NewLine[], day: DayKey): Promise<readonly RefusedLine[]> {
    const user_id = getUserId();
    const refused: RefusedLine[] = [];
    let stopped: { message: string; failure: Failed | null } | null =
      user_id === null
        ? { message: withReason(messages.addFailed, MESSAGES.auth.sessionLost), failure: null }
        : null;
    for (const line of lines) {
      const { id, title, emoji, completed } = line;
      const checked = validate(newTaskInputSchema, { title, emoji, task_date: day });
      if (!checked.ok) {
        refused.push({ line, message: checked.message });
        continue;
      }
      if (stopped !== null || user_id === null) {
        refused.push({ line, message: stopped?.message ?? messages.addFailed });
        continue;
      }
      const attempted = await attemptAdd({
        ...checked.value,
        id,
        user_id,
        ...(completed ? { completed } : {}),
      });
      if (attempted.ok) continue;
      const message = withReason(messages.addFailed, failureReason(attempted.error, isOnline()));
      if (failsAll(attempted)) stopped = { message, failure: attempted };
      refused.push({ line, message });
    }
    const added = lines.length - refused.length;
    if (added > 0) notify.success(countAdded(added));
    const sentences = [...new Set(refused.map(({ message }) => message))];
    if (stopped?.failure) {
      notifyFailure(context, messages.addFailed, stopped.failure.error, stopped.failure.isCurrent);
    } else if (sentences.length > 0) {
      notify.error(sentences.join('. '));
    }
    return refused;
  }

  return { moveAll, addAll };
}
