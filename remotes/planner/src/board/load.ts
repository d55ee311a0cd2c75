import {
  MESSAGES,
  addDays,
  failureKind,
  latestOnly,
  readSavedWeek,
  toSavedWeek,
  watchVersion,
  weekDays,
  type DayKey,
} from '@space/domain';
import { kept, onSessionEnd, tasks } from '@space/platform';
import { board, changesSince, isOutdated, now, reportError } from './board.ts';
import { findTask, mergeResponse, type Change } from './tasksByDay.ts';

/** The storage name, which retro mode reads too. */
const SAVED_WEEK = 'week';
const SAVE_DELAY = 1_000;

/** Days that were read earlier come from the saved week. */
const openedAt = now();
let visible: DayKey | null = null;
const begin = latestOnly();
const watch = watchVersion({ version: () => tasks.version(), read: () => reload() });
/** The tasks that the user is editing or dragging, and whether a response had news while there were any. */
const paused = new Set<string>();
let hasWithheld = false;

/** Since when the shown days are known, by the device's clock, and whether from the saved week; null if one is not. */
export function readTime(days: readonly DayKey[], { readAt } = board.getState()) {
  const times = days.flatMap((day) => readAt[day] ?? []);
  if (times.length < days.length) return null;
  const at = Math.min(...times);
  return { at, isSaved: at < openedAt };
}

/** Tasks that are edited or dragged count as changed after any response. */
function pausedChanges(): Change[] {
  hasWithheld ||= paused.size > 0;
  return [...paused].flatMap((id) => {
    const task = findTask(board.getState().byDay, id);
    return task ? { id, at: Infinity, task } : [];
  });
}

/** Throws what the repository throws; drops the response if the user has signed out. */
async function read(start: DayKey, alongside?: Promise<unknown>): Promise<void> {
  const sentAt = now();
  const [rows] = await Promise.all([tasks.listBetween(start, addDays(start, 6)), alongside]);
  if (isOutdated(sentAt)) return;
  const since = changesSince(sentAt);
  const frozen = pausedChanges().filter(({ id }) => since.every((change) => change.id !== id));
  const response = { sentAt, days: weekDays(start), tasks: rows };
  board.setState((state) => mergeResponse(state, response, [...since, ...frozen]));
}

async function readNeighbours(start: DayKey): Promise<void> {
  const unknown = [addDays(start, 7), addDays(start, -7)].filter((week) => readTime(weekDays(week)) === null);
  // A prefetch may fail silently: a week that is shown is loaded again, and reports its failure then.
  await Promise.allSettled(unknown.map((week) => read(week)));
}

/**
 * Reloads the visible week even during a load: the response to that load may already be out of date. Returns whether it was
 * loaded. There is no notice for a reload that no user asked for while a failure is shown, nor where the line above the week
 * says that there is no connection.
 */
export async function reload(isExplicit = false, alongside?: Promise<unknown>): Promise<boolean> {
  const start = visible;
  if (start === null) return false;
  const isLatest = begin();
  const isKnownFailure = board.getState().failure !== null && !isExplicit;
  board.setState({ isLoading: true });
  try {
    await read(start, alongside);
    if (!isLatest()) return false;
    board.setState({ isLoading: false, failure: null });
    void readNeighbours(start);
    return true;
  } catch (error) {
    const failure = failureKind(error) === 'network' ? 'unreachable' : 'refused';
    const isInLine = failure === 'unreachable' && (!navigator.onLine || readTime(weekDays(start)) !== null);
    const isCurrent = isLatest();
    if (isCurrent) board.setState({ isLoading: false, failure });
    reportError(MESSAGES.tasks.loadFailed, error, isCurrent && !isKnownFailure && !isInLine);
    return false;
  }
}

/** Loads a week with something that is shown together with it, unless it is being loaded; what is shown stays meanwhile. */
export async function showWeek(start = visible, alongside?: Promise<unknown>): Promise<void> {
  if (start === visible && board.getState().isLoading) return;
  if (start !== visible) board.setState({ failure: null });
  visible = start;
  await reload(true, alongside);
}

/** Checks whether the tasks have changed on the server, and reloads the visible week only then. */
export async function checkForChanges(): Promise<void> {
  const start = visible;
  if (start === null) return;
  const days = weekDays(start);
  if (board.getState().failure !== null || readTime(days)?.isSaved !== false) watch.forget();
  const at = now();
  try {
    const isCurrent = (await watch.poll()) && start === visible && board.getState().failure === null;
    if (!isCurrent || readTime(days) === null) return;
    const read = Object.fromEntries(days.map((day) => [day, at]));
    board.setState(({ readAt }) => ({ readAt: { ...readAt, ...read } }));
  } catch (error) {
    // No user asked for this check: what is shown stays, and the next check is soon.
    reportError(MESSAGES.tasks.loadFailed, error, false);
  }
}

/** Keeps responses from changing a task that the user edits or drags. Returns the function that ends this. */
export function pauseUpdates(id: string): () => void {
  paused.add(id);
  return () => {
    paused.delete(id);
    if (!hasWithheld) return;
    if (paused.size === 0) hasWithheld = false;
    watch.forget();
    void checkForChanges();
  };
}

export const isPaused = (id: string): boolean => paused.has(id);

onSessionEnd(() => {
  visible = null;
  begin();
  watch.forget();
  paused.clear();
  hasWithheld = false;
});

/** Shows the week that this browser saved, until the server responds. */
function showSaved(): void {
  const saved = readSavedWeek(kept.read(SAVED_WEEK));
  if (!saved) return;
  // The device's clock may have been ahead when the week was saved.
  const sentAt = Math.min(saved.readAt, openedAt - 1);
  const week = { sentAt, days: weekDays(saved.from), tasks: saved.tasks };
  board.setState((state) => mergeResponse(state, week, []));
}

let saveTimer: ReturnType<typeof setTimeout> | undefined;

function save(): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  if (visible === null) return;
  const days = weekDays(visible);
  const time = readTime(days);
  if (time === null || time.isSaved) return;
  const shown = days.flatMap((day) => board.getState().byDay[day] ?? []);
  const saved = toSavedWeek(visible, shown, time.at);
  if (saved === null || !kept.write(SAVED_WEEK, saved)) kept.remove(SAVED_WEEK);
}

// Before the first paint: a return visit shows the saved week at once.
showSaved();
board.subscribe(({ byDay, readAt }, previous) => {
  if (byDay !== previous.byDay || readAt !== previous.readAt) saveTimer ??= setTimeout(save, SAVE_DELAY);
});
// Node, where the pages of a build are found, has no document.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && saveTimer !== undefined) save();
});
