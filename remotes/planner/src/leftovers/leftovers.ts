import { useEffect } from 'react';
import { addDays, latestOnly, weekStartOf, type DayKey, type UndoneTask } from '@space/domain';
import { onReturn, onSessionEnd, session, tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import { board, type Board } from '../board/board.ts';
import { moveAll } from '../board/changeMany.ts';

/** How many tasks are counted. One more is queried, to know whether there are more. */
const MAX_COUNTED = 100;
/** How long the week waits for the line below today's tasks, in milliseconds. */
const LONGEST_WAIT = 300;

const EMPTY: { undone: readonly UndoneTask[]; isMoving: boolean } = { undone: [], isMoving: false };

/** The unfinished tasks of earlier days, the earliest first, and whether they are being moved. */
export const leftovers = createStore(() => EMPTY);

const begin = latestOnly();
/** The first request of this visit. */
let firstRequest: Promise<unknown> | null = null;

onSessionEnd(() => {
  begin();
  firstRequest = null;
  leftovers.setState(EMPTY);
});

/**
 * Resolves when the first request has ended, or after a moment: the week and the line are shown together, so that the line
 * moves nothing that is already visible.
 */
export async function leftoversSettled(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moment = new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT)));
  await Promise.race([firstRequest, moment]);
  clearTimeout(timer);
}

/** Selects, of tasks that were unfinished when loaded, those not known to be completed, moved or deleted since. */
export const stillUndone =
  (undone: readonly UndoneTask[]) =>
  ({ byDay, readAt }: Board): UndoneTask[] =>
    undone.filter(({ id, task_date }) => {
      if (readAt[task_date] === undefined) return true;
      return byDay[task_date]?.some((task) => task.id === id && !task.completed) === true;
    });

/** 'Not now' applies to one day, one user and this browser. */
const putOffKey = () => `leftoversPutOff:${session.getState().user?.id}`;

function isPutOff(today: DayKey): boolean {
  try {
    return localStorage.getItem(putOffKey()) === today;
  } catch {
    return false;
  }
}

/** Loads the tasks. A failure shows nothing and changes nothing: the line is only an offer. */
async function load(today: DayKey): Promise<void> {
  const isLatest = begin();
  if (session.getState().user === null || isPutOff(today)) {
    leftovers.setState({ undone: [] });
    return;
  }
  const request = tasks.listUndone(today).catch(() => null);
  firstRequest ??= request;
  const undone = await request;
  if (undone && isLatest()) leftovers.setState({ undone });
}

export async function moveToToday(today: DayKey): Promise<void> {
  const { undone, isMoving } = leftovers.getState();
  if (isMoving) return;
  leftovers.setState({ isMoving: true });
  const moved = stillUndone(undone)(board.getState()).slice(0, MAX_COUNTED);
  await moveAll(moved, today, () => void load(today));
  leftovers.setState({ isMoving: false });
  await load(today);
}

/** Hides the line until tomorrow. */
export function putOff(today: DayKey): void {
  begin();
  try {
    localStorage.setItem(putOffKey(), today);
  } catch {
    // Storage is blocked or full: the line comes back with the next load, which does no harm.
  }
  leftovers.setState({ undone: [] });
}

/** Loads the tasks each time that today becomes visible or the user returns. */
export function useLeftovers(today: DayKey, isTodayShown: boolean): void {
  useEffect(() => {
    if (!isTodayShown) return;
    void load(today);
    return onReturn(() => void load(today));
  }, [today, isTodayShown]);
}

/**
 * Takes the unfinished tasks and today; returns the text of the line: 'from yesterday' if all are, 'from last week' if all
 * are of the week before this one, else 'from earlier days'.
 */
export function leftoverWords(undone: readonly UndoneTask[], today: DayKey): string {
  // The later tasks were not queried, so their days are unknown.
  if (undone.length > MAX_COUNTED) return `More than ${MAX_COUNTED} from earlier days`;
  const yesterday = addDays(today, -1);
  const thisWeek = weekStartOf(today);
  const lastWeek = addDays(thisWeek, -7);
  const areAll = (matches: (day: DayKey) => boolean) => undone.every(({ task_date }) => matches(task_date));
  const from = areAll((day) => day === yesterday)
    ? 'yesterday'
    : areAll((day) => day >= lastWeek && day < thisWeek)
      ? 'last week'
      : 'earlier days';
  return `${undone.length} from ${from}`;
}
