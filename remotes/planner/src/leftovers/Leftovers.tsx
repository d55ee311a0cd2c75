import { useEffect } from 'react';
import { addDays, latestOnly, weekStartOf, type DayKey, type UndoneTask } from '@space/domain';
import { onReturn, onSessionEnd, session, tasks, undo } from '@space/platform';
import { Button, readChoice, storeChoice } from '@space/ui';
import { useShallow } from 'zustand/react/shallow';
import { board, jumpTo, useBoard, type Board } from '../board/board.ts';
import { moveAll } from '../board/change.ts';
import parts from '../parts/parts.module.css';
import { passFocusOn } from '../parts/parts.tsx';
import styles from './Leftovers.module.css';

/** How many tasks are counted. One more is queried, to know whether there are more. */
const MAX_COUNTED = 100;
/** How long the week waits for the line below today's tasks, in milliseconds. */
const LONGEST_WAIT = 300;

const begin = latestOnly();
/** The first request of this visit. */
let firstRequest: Promise<unknown> | null = null;

onSessionEnd(() => {
  begin();
  firstRequest = null;
});

/** Resolves when the week may be shown: together with the line, so that this moves nothing that is already visible. */
export const leftoversSettled = (): Promise<unknown> =>
  Promise.race([firstRequest, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);

/** Selects, of the tasks that were unfinished when loaded, those not known to be completed, moved or deleted since. */
const stillUndone = ({ leftovers, byDay, readAt }: Board): UndoneTask[] =>
  leftovers.filter(({ id, task_date }) => {
    if (readAt[task_date] === undefined) return true;
    return byDay[task_date]?.some((task) => task.id === id && !task.completed) === true;
  });

/** 'Not now' applies to one day, one user and this browser. */
const putOffKey = () => `leftoversPutOff:${session.getState().user?.id}`;

/** Loads the tasks. A failure shows nothing and changes nothing: the line is only an offer. */
async function load(today: DayKey): Promise<void> {
  const isLatest = begin();
  const isPutOff = readChoice(putOffKey()) === today;
  const request = isPutOff ? Promise.resolve([]) : tasks.listUndone(today).catch(() => null);
  firstRequest ??= request;
  const leftovers = await request;
  if (leftovers && isLatest()) board.setState({ leftovers });
}

async function moveToToday(today: DayKey): Promise<void> {
  await moveAll(stillUndone(board.getState()).slice(0, MAX_COUNTED), today);
  await load(today);
}

function putOff(today: DayKey): void {
  begin();
  storeChoice(putOffKey(), today);
  board.setState({ leftovers: [] });
}

/** Loads the tasks each time that today becomes visible, the user returns, or a change is taken back. */
export function useLeftovers(today: DayKey, isTodayShown: boolean): void {
  useEffect(() => {
    if (!isTodayShown) return;
    const refresh = () => void load(today);
    refresh();
    const stops = [onReturn(refresh), undo.onTakenBack(refresh)];
    return () => stops.forEach((stop) => stop());
  }, [today, isTodayShown]);
}

/** The text of the line: how many tasks are unfinished, and from when. */
export function leftoverWords(undone: readonly UndoneTask[], today: DayKey): string {
  // The later tasks were not queried, so their days are unknown.
  if (undone.length > MAX_COUNTED) return `More than ${MAX_COUNTED} from earlier days`;
  const thisWeek = weekStartOf(today);
  const areAll = (matches: (day: DayKey) => boolean) => undone.every(({ task_date }) => matches(task_date));
  const isYesterday = areAll((day) => day === addDays(today, -1));
  const isLastWeek = areAll((day) => day >= addDays(thisWeek, -7) && day < thisWeek);
  return `${undone.length} from ${isYesterday ? 'yesterday' : isLastWeek ? 'last week' : 'earlier days'}`;
}

/** The last line of today's card, if earlier days have unfinished tasks. */
export function LeftoversLine({ today }: { today: DayKey }) {
  const undone = useBoard(useShallow(stillUndone));
  // Shown together with the day's tasks: content that is already visible must not shift.
  const isKnown = useBoard(({ readAt }) => readAt[today] !== undefined);
  const isMoving = useBoard(({ busy }) => undone.some(({ id }) => busy[id]));
  const [earliest] = undone;
  if (!isKnown || !earliest) return null;
  return (
    <div
      ref={passFocusOn}
      role="group"
      aria-label="Left undone"
      aria-busy={isMoving || undefined}
      className={`${parts.wrap} ${styles.line}`}
      data-print="off"
    >
      <p className={`${parts.small} ${styles.words}`}>{leftoverWords(undone, today)}</p>
      <div className={`${parts.wrap} ${styles.buttons}`}>
        <Button className={styles.button} onClick={() => jumpTo({ day: earliest.task_date, find: 'undone' })}>
          Look
        </Button>
        <Button className={styles.button} isBusy={isMoving} onClick={() => void moveToToday(today)}>
          Move to today
        </Button>
        <Button className={styles.button} isBusy={isMoving} onClick={() => putOff(today)}>
          Not now
        </Button>
      </div>
    </div>
  );
}
