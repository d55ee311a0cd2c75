import {
  MESSAGES,
  countAdded,
  countMoved,
  countNotMoved,
  countNotUndone,
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
import { isOver, type Attempt, type Attempts } from './attempts.ts';
import type { createChanging } from './changing.ts';
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
  changing: Attempts & Pick<ReturnType<typeof createChanging>, 'attemptMove' | 'attemptAdd'>,
  reload: () => Promise<unknown>,
) {
  const { attemptMove, attemptAdd, attemptChangeBack, attemptTakeOut } = changing;
  const { notify, record, isOnline, getUserId } = context;

  /** Sends a request for each item; returns the items that succeeded, those that were refused for good, and the first failure. */
  async function attemptEach<Item>(items: readonly Item[], attemptOne: (item: Item) => Promise<Attempt>) {
    const done: Item[] = [];
    const refused: Item[] = [];
    const remaining = [...items];
    const userId = getUserId();
    let failed: Failed | null = null;
    let isStopped = false;
    async function attemptRemaining(): Promise<void> {
      for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) {
        if (isStopped || userId !== getUserId()) return;
        const result = await attemptOne(item);
        if (result.ok) done.push(item);
        else {
          if (isOver(result)) refused.push(item);
          failed ??= result;
          isStopped ||= stopsBatch(result);
        }
      }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, attemptRemaining));
    // Read through a function: the assignments happen in `attemptRemaining`, which TypeScript does not follow.
    return { done, refused, failed: ((): Failed | null => failed)() };
  }

  function notifyFailed(failed: Failed | null, sentence: string): void {
    if (failed === null) return;
    if (failed.isCurrent && mayBeOutdated(failed.error)) void reload();
    notifyFailure(context, sentence, failed.error, failed.isCurrent);
  }

  /** Creates the step that takes back a change of several tasks. What a failure has left is tried again the next time. */
  function stepForEach<Item>(
    items: readonly Item[],
    attemptOne: (item: Item) => Promise<Attempt>,
    words: { done: (count: number) => string; failed: (failed: number, count: number) => string },
    onDone = () => {},
  ): () => Promise<boolean> {
    let left = items;
    return async () => {
      const userId = getUserId();
      const { done, refused, failed } = await attemptEach(left, attemptOne);
      if (done.length > 0 && userId === getUserId()) notify.success(words.done(done.length));
      notifyFailed(failed, words.failed(left.length - done.length, left.length));
      left = left.filter((item) => !done.includes(item) && !refused.includes(item));
      onDone();
      return left.length === 0;
    };
  }

  /**
   * Moves tasks to a day, one request for each, and offers to undo all moves; calls `handleMovedBack` after an undo. Returns
   * the moved tasks.
   */
  async function moveAll(
    tasks: readonly UndoneTask[],
    day: DayKey,
    handleMovedBack: () => void,
  ): Promise<readonly UndoneTask[]> {
    const userId = getUserId();
    const moving = attemptEach(tasks, ({ id }) => attemptMove(id, day));
    const moveBack = ({ id, task_date }: UndoneTask) => attemptChangeBack(id, { task_date });
    const words = { done: countMoved, failed: countNotMoved };
    const undo = record(
      moving.then(({ done: moved }) =>
        moved.length > 0 ? stepForEach(moved, moveBack, words, handleMovedBack) : null,
      ),
    );
    const { done, failed } = await moving;
    if (done.length > 0 && userId === getUserId())
      notify.success(countMoved(done.length), { action: { label: messages.undo, onSelect: undo } });
    notifyFailed(failed, countNotMoved(tasks.length - done.length, tasks.length));
    return done;
  }

  /** Sends lines one after the other: a day orders its tasks by creation time. Stops as `addAll` says. */
  async function addEach(lines: readonly NewLine[], day: DayKey) {
    const user_id = getUserId();
    const added: NewLine[] = [];
    const refused: RefusedLine[] = [];
    let stopped: { message: string; failure: Failed | null } | null =
      user_id === null
        ? { message: withReason(messages.addFailed, MESSAGES.auth.sessionLost), failure: null }
        : null;
    for (const line of lines) {
      if (user_id !== getUserId()) break;
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
      if (result.ok) {
        added.push(line);
        continue;
      }
      const message = withReason(messages.addFailed, failureReason(result.error, isOnline()));
      if (stopsBatch(result)) stopped = { message, failure: result };
      refused.push({ line, message });
    }
    return { added, refused, failure: stopped?.failure ?? null };
  }

  /**
   * Adds lines as tasks; one undo takes all of them back. Returns the lines that were not added. After a failure that would
   * affect every line, the remaining lines are not sent.
   */
  async function addAll(lines: readonly NewLine[], day: DayKey): Promise<readonly RefusedLine[]> {
    const userId = getUserId();
    const adding = addEach(lines, day);
    const takeOut = ({ id }: NewLine) => attemptTakeOut(id);
    const words = { done: () => messages.undone, failed: countNotUndone };
    record(adding.then(({ added }) => (added.length > 0 ? stepForEach(added, takeOut, words) : null)));
    const { added, refused, failure } = await adding;
    if (userId !== getUserId()) return refused;
    if (added.length > 0) notify.success(countAdded(added.length));
    const sentences = [...new Set(refused.map(({ message }) => message))];
    if (failure) {
      notifyFailure(context, messages.addFailed, failure.error, failure.isCurrent);
    } else if (sentences.length > 0) {
      notify.error(sentences.join('. '));
    }
    return refused;
  }

  return { moveAll, addAll };
}
