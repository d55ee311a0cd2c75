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

/** How many requests run at once: for moves only, whose order does not matter. */
const MAX_CONCURRENT = 4;

/** A line to add as a task, with an id that stays the same for every attempt (rule add-once). */
export interface NewLine extends TaskLine {
  id: string;
}

/** A line that was not added, and why not. */
export interface RefusedLine {
  line: NewLine;
  message: string;
}

type Failed = Extract<Attempt, { ok: false }>;

/** Whether the next request would fail for the same reason: no network, no session, too many changes. */
function stopsBatch({ isBusy, error, isCurrent }: Failed): boolean {
  return !isCurrent || !(isBusy || (failureKind(error) === 'rejected' && mayBeOutdated(error)));
}

/** Creates the actions on several tasks, which share one notice (rules leftovers, task-lists). */
export function createChangingMany(
  context: BoardContext,
  { attemptMove, attemptAdd }: Pick<ReturnType<typeof createChanging>, 'attemptMove' | 'attemptAdd'>,
  reload: () => Promise<unknown>,
) {
  const { notify, isOnline, getUserId } = context;

  /** Moves each task to its day; returns the moved tasks, and the first failure. */
  async function moveEach(moves: readonly UndoneTask[]) {
    const moved: UndoneTask[] = [];
    const remaining = [...moves];
    let failed: Failed | null = null;
    let isStopped = false;
    async function moveRemaining(): Promise<void> {
      for (let move = remaining.shift(); move && !isStopped; move = remaining.shift()) {
        const result = await attemptMove(move.id, move.task_date);
        if (result.ok) moved.push(move);
        else {
          failed ??= result;
          isStopped ||= stopsBatch(result);
        }
      }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, moveRemaining));
    // Read through a function: the assignments happen in `moveRemaining`, which TypeScript does not follow.
    return { moved, failed: ((): Failed | null => failed)() };
  }

  /**
   * Moves tasks to a day, one request for each, and offers to undo all moves; calls `onMovedBack` after an undo. Returns
   * the moved tasks.
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
    notifyNotMoved(failed, tasks.length - origins.length, tasks.length);
    return origins;
  }

  async function moveBack(origins: readonly UndoneTask[]): Promise<void> {
    const { moved, failed } = await moveEach(origins);
    if (moved.length > 0) notify.success(countMoved(moved.length));
    notifyNotMoved(failed, origins.length - moved.length, origins.length);
  }

  function notifyNotMoved(failed: Failed | null, count: number, all: number): void {
    if (failed === null) return;
    if (failed.isCurrent && mayBeOutdated(failed.error)) void reload();
    notifyFailure(context, countNotMoved(count, all), failed.error, failed.isCurrent);
  }

  /**
   * Adds lines as tasks, one after the other: a day orders its tasks by creation time. Returns the lines that were not
   * added. After a failure that would affect every line, the remaining lines are not sent.
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
      const result = await attemptAdd({
        ...checked.value,
        id,
        user_id,
        ...(completed ? { completed } : {}),
      });
      if (result.ok) continue;
      const message = withReason(messages.addFailed, failureReason(result.error, isOnline()));
      if (stopsBatch(result)) stopped = { message, failure: result };
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
