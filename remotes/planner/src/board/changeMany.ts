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
import { notify, tasks, undo } from '@space/platform';
import { sendInOrder } from './add.ts';
import { failureServices } from './board.ts';
import { reload } from './load.ts';
import {
  changeBack,
  confirmPlaced,
  getUserId,
  isOver,
  mayBeOutdated,
  notifySuccess,
  request,
  takeOut,
  type Result,
} from './request.ts';

const messages = MESSAGES.tasks;

/** How many requests run at once: for moves only, whose order does not matter. */
const MAX_CONCURRENT = 4;

/** A line to add as a task, with an id that stays the same for every attempt. */
interface NewLine extends TaskLine {
  id: string;
}

interface RefusedLine {
  line: NewLine;
  message: string;
}

type Failed = Extract<Result, { ok: false }>;

/** Whether the next request would fail for the same reason: no network, no session, too many changes. */
function stopsBatch({ isBusy, error, isCurrent }: Failed): boolean {
  return !isCurrent || !(isBusy || (failureKind(error) === 'rejected' && mayBeOutdated(error)));
}

async function requestEach<Item>(items: readonly Item[], send: (item: Item) => Promise<Result>) {
  const remaining = [...items];
  const userId = getUserId();
  const ended: { item: Item; result: Result }[] = [];
  const failures = () => ended.flatMap(({ result }) => (result.ok ? [] : result));
  async function sendRemaining(): Promise<void> {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) {
      if (failures().some(stopsBatch) || userId !== getUserId()) return;
      ended.push({ item, result: await send(item) });
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, sendRemaining));
  const itemsWhere = (matches: (result: Result) => boolean) =>
    ended.flatMap(({ item, result }) => (matches(result) ? [item] : []));
  return {
    done: itemsWhere(({ ok }) => ok),
    refused: itemsWhere((result) => !result.ok && isOver(result)),
    failed: failures().at(0) ?? null,
  };
}

function notifyFailed(failed: Failed | null, sentence: string): void {
  if (failed === null) return;
  if (failed.isCurrent && mayBeOutdated(failed.error)) void reload();
  notifyFailure(failureServices, sentence, failed.error, failed.isCurrent);
}

/** Creates the step that takes back a change of several tasks. What a failure has left is tried again the next time. */
function undoEach<Item>(
  items: readonly Item[],
  takeBack: (item: Item) => Promise<Result>,
  words: { done: (count: number) => string; failed: (failed: number, count: number) => string },
  onDone = () => {},
): () => Promise<boolean> {
  let left = items;
  return async () => {
    const userId = getUserId();
    const { done, refused, failed } = await requestEach(left, takeBack);
    if (done.length > 0 && userId === getUserId()) notifySuccess(words.done(done.length));
    notifyFailed(failed, words.failed(left.length - done.length, left.length));
    left = left.filter((item) => !done.includes(item) && !refused.includes(item));
    onDone();
    return left.length === 0;
  };
}

/** Moves tasks to a day with one notice and one undo for all; calls `onMovedBack` after an undo. */
export async function moveAll(
  undone: readonly UndoneTask[],
  day: DayKey,
  onMovedBack: () => void,
): Promise<void> {
  const userId = getUserId();
  const moving = requestEach(undone, ({ id }) =>
    request(id, () => tasks.update(id, { task_date: day }), confirmPlaced),
  );
  const moveBack = ({ id, task_date }: UndoneTask) => changeBack(id, { task_date });
  const words = { done: countMoved, failed: countNotMoved };
  const takeBack = undo.record(
    moving.then(({ done: moved }) =>
      moved.length > 0 ? undoEach(moved, moveBack, words, onMovedBack) : null,
    ),
  );
  const { done, failed } = await moving;
  if (done.length > 0 && userId === getUserId())
    notifySuccess(countMoved(done.length), { action: { label: messages.undo, onSelect: takeBack } });
  notifyFailed(failed, countNotMoved(undone.length - done.length, undone.length));
}

/** Sends lines one after the other: a day orders its tasks by creation time. */
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
    const task = { ...checked.value, id, user_id, ...(completed ? { completed } : {}) };
    const result = await request(id, () => sendInOrder(task), confirmPlaced);
    if (result.ok) {
      added.push(line);
      continue;
    }
    const message = withReason(messages.addFailed, failureReason(result.error, navigator.onLine));
    if (stopsBatch(result)) stopped = { message, failure: result };
    refused.push({ line, message });
  }
  return { added, refused, failure: stopped?.failure ?? null };
}

/**
 * Adds lines as tasks; one undo takes all of them back. Returns the lines that were not added. After a failure that would
 * affect every line, the remaining lines are not sent.
 */
export async function addAll(lines: readonly NewLine[], day: DayKey): Promise<readonly RefusedLine[]> {
  const userId = getUserId();
  const adding = addEach(lines, day);
  const words = { done: () => messages.undone, failed: countNotUndone };
  undo.record(
    adding.then(({ added }) => (added.length > 0 ? undoEach(added, ({ id }) => takeOut(id), words) : null)),
  );
  const { added, refused, failure } = await adding;
  if (userId !== getUserId()) return refused;
  if (added.length > 0) notifySuccess(countAdded(added.length));
  const sentences = [...new Set(refused.map(({ message }) => message))];
  if (failure) notifyFailure(failureServices, messages.addFailed, failure.error, failure.isCurrent);
  else if (sentences.length > 0) notify.error(sentences.join('. '));
  return refused;
}
