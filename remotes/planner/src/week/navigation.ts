import { useEffect, useRef, useState } from 'react';
import { addDays, isDayKey, weekDays, weekStartOf, type DayKey } from '@space/domain';
import { useSearchParams } from '@space/platform';
import { board, unfold, useBoard, waitingTasks, type Jump } from '../board/board.ts';
import { openComposer } from '../composer/composer.ts';
import { cardOf, cardOfDay, focusStop, useShortcut } from '../keys/keyboard.tsx';

const PARAMETER = 'week';

// Dates range from year 1 to year 9999; a shown week and its neighbours stay inside.
export const FIRST_DAY: DayKey = '0002-01-01';
export const LAST_DAY: DayKey = '9998-12-31';

export const canBeShown = (day: DayKey): boolean => day >= FIRST_DAY && day <= LAST_DAY;

/** Takes the first shown day and an offset in days; returns the day after that step, or the same day if out of range. */
export function stepWeek(start: DayKey, days: number): DayKey {
  const next = addDays(start, days);
  return canBeShown(next) ? next : start;
}

/**
 * The first shown day. It is stored in the URL, so that a week can be linked to and survives a reload; navigating between
 * weeks adds no history entries. The default is the Monday of the week in which the page was opened, also after midnight; so
 * is the day if the address names none that can be shown.
 */
export function useWeekStart(today: DayKey) {
  const [params, setParams] = useSearchParams();
  const [initial] = useState(() => weekStartOf(today));
  const text = params.get(PARAMETER) ?? '';
  return {
    start: isDayKey(text) && canBeShown(text) ? text : initial,
    show(start: DayKey): void {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (start === initial) next.delete(PARAMETER);
          else next.set(PARAMETER, start);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}

/** Whether the user is active in a day: a form is open there, or something has the focus or is being pressed. */
const isUserActive = () => document.querySelector('[data-day] :is(form, :focus, :active)') !== null;

/**
 * When a week's first tasks arrive, a new key remounts the days as a whole, so that no content that is already visible
 * shifts. Only if the user is already active in the skeleton (its 'Add task' works), it stays and is filled in.
 * Returns the React key of the days.
 */
export function useArrival(isLoading: boolean): number {
  const [state, setState] = useState({ count: 0, wasLoading: isLoading });
  if (state.wasLoading !== isLoading)
    setState({ count: isLoading || isUserActive() ? state.count : state.count + 1, wasLoading: isLoading });
  return state.count;
}

/** Scrolls to a shown day, and focuses its heading, so that the next Tab is in that day. */
export function goTo(day: DayKey): void {
  const card = cardOfDay(day);
  card?.scrollIntoView({ block: 'start' });
  card?.querySelector('h3')?.focus({ preventScroll: true });
}

/**
 * The shortcuts that change the week and add a task to a day. If the focused element goes with the old week, the focus
 * moves to the same position in the new one; `t` moves it to today.
 * Returns the actions of the buttons: on a phone the week is several screens long, so 'Today' also scrolls.
 */
export function useWeekShortcuts({ start, show }: ReturnType<typeof useWeekStart>, today: DayKey) {
  /** Runs once the next week is rendered. */
  const next = useRef<() => void>(null);

  function runNext(): void {
    next.current?.();
    next.current = null;
  }

  useEffect(runNext, [start]);

  function showThen(to: DayKey, then: () => void): void {
    next.current = then;
    show(to);
    if (to === start) runNext();
  }

  function step(days: number): void {
    const to = stepWeek(start, days);
    const day = cardOf(document.activeElement)?.dataset['day'];
    const index = weekDays(start).findIndex((each) => each === day);
    showThen(to, () => {
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
      const card = hasFocus ? null : cardOfDay(weekDays(to)[index] ?? '');
      if (card) focusStop(card);
    });
  }

  function showToday(takesFocus: boolean): void {
    showThen(weekStartOf(today), () => {
      const card = cardOfDay(today);
      card?.scrollIntoView({ block: 'nearest' });
      if (card && takesFocus) focusStop(card);
    });
  }

  useShortcut('previous-day', () => step(-1));
  useShortcut('later-day', () => step(1));
  useShortcut('previous-week', () => step(-7));
  useShortcut('later-week', () => step(7));
  useShortcut('today', () => showToday(true));
  useShortcut('new-task', () => {
    const card = cardOf(document.activeElement) ?? cardOfDay(today) ?? cardOfDay(start);
    if (card) openComposer(card);
  });
  return { step, showToday: () => showToday(false) };
}

const endJump = () => board.setState({ jump: null });

/** The id of the task that is the target; undefined if it is not on the board, or the target is the day. */
function targetTaskId({ day, find }: Jump): string | undefined {
  const state = board.getState();
  const tasks = state.byDay[day] ?? [];
  if (find === 'day') return undefined;
  if (find === 'undone') return tasks.find(({ completed }) => !completed)?.id;
  return [...tasks, ...waitingTasks(day)(state)].find(({ id }) => id === find.id)?.id;
}

/** Carries out jumps: shows the week, and focuses the target once it is loaded; the day's heading if the task is gone. */
export function useJumps(days: readonly DayKey[], show: (start: DayKey) => void): void {
  const jump = useBoard((state) => state.jump);
  const isShown = jump !== null && days.includes(jump.day);
  const tasks = useBoard(({ byDay }) => (jump ? byDay[jump.day] : undefined));
  const isSettled = useBoard(({ readAt, isLoading, failure }) =>
    jump ? (readAt[jump.day] !== undefined && !isLoading) || failure !== null : true,
  );

  /** What had the focus when the jump began. */
  const before = useRef<Element | null>(null);

  useEffect(() => {
    before.current = document.activeElement;
  }, [jump]);

  useEffect(() => endJump, []);

  useEffect(() => {
    if (jump !== null && !isShown) show(weekStartOf(jump.day));
  }, [jump, isShown, show]);

  useEffect(() => {
    if (jump === null || !isShown) return;
    const active = document.activeElement;
    // The user has moved the focus elsewhere since.
    if (active !== null && active !== document.body && active !== before.current) return endJump();
    const id = targetTaskId(jump);
    // This opens the fold, and the row exists when the effect runs next.
    if (id !== undefined) unfold(id, jump.day);
    // A week that is still loading is remounted when its tasks arrive, and would lose the focus.
    else if (!isSettled) return;
    const row = `[data-task="${id && CSS.escape(id)}"] > [data-action="toggle"]`;
    const target = cardOfDay(jump.day)?.querySelector<HTMLElement>(id === undefined ? 'h3' : row);
    if (!target) return;
    target.closest('li, header')?.scrollIntoView({ block: 'center' });
    target.focus({ preventScroll: true });
    endJump();
  }, [jump, isShown, tasks, isSettled]);
}
