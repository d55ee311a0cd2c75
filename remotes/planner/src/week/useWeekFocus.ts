import { useEffect, useRef, useState } from 'react';
import { weekDays, weekStartOf, type DayKey } from '@space/domain';
import { openComposer } from '../composer/composer.ts';
import { cardOf, cardOfDay, focusStop } from '../keys/dayStops.ts';
import { useShortcut } from '../keys/keyboard.ts';
import { stepWeek } from './weekStart.ts';

/** Whether the user is active in a day: a form is open there, or something has the focus or is being pressed. */
const isUserActive = () => document.querySelector('[data-day] :is(form, :focus, :active)') !== null;

/**
 * When a week's first tasks arrive, a new key remounts the days as a whole, so that no content that is already visible
 * shifts. Only if the user is already active in the skeleton (its 'Add task' works), it stays and is filled in.
 *
 * Takes whether the first load of the week is in flight; returns the React key of the days.
 */
export function useArrival(isLoading: boolean): number {
  const [state, setState] = useState({ count: 0, wasLoading: isLoading });
  if (state.wasLoading !== isLoading)
    setState({ count: isLoading || isUserActive() ? state.count : state.count + 1, wasLoading: isLoading });
  return state.count;
}

/**
 * Scrolls to a day's card on request, as soon as the card is rendered: on a phone the week is several screens long.
 *
 * Takes the shown days; returns the list's ref, `reveal`, which requests a day, and `goTo`, which scrolls a shown day to
 * the top and focuses its heading, so that the next Tab is in that day.
 */
export function useReveal(days: readonly DayKey[]) {
  const listRef = useRef<HTMLDivElement>(null);
  const [requested, setRequested] = useState<{ day: DayKey } | null>(null);
  const handled = useRef(requested);
  const index = requested ? days.indexOf(requested.day) : -1;

  useEffect(() => {
    if (index < 0 || handled.current === requested) return;
    handled.current = requested;
    listRef.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [requested, index]);

  return {
    listRef,
    reveal: (day: DayKey) => setRequested({ day }),
    goTo: (day: DayKey) => {
      const card = listRef.current?.children[days.indexOf(day)];
      card?.scrollIntoView({ block: 'start' });
      card?.querySelector('h3')?.focus({ preventScroll: true });
    },
  };
}

interface WeekShortcuts {
  start: DayKey;
  today: DayKey;
  onShow: (start: DayKey) => void;
  onToday: () => void;
}

/**
 * The shortcuts that change the week and add a task to a day. If the focused element goes with the old week, the focus
 * moves to the same position in the new one; `t` moves it to today.
 */
export function useWeekShortcuts({ start, today, onShow, onToday }: WeekShortcuts): void {
  /** The day that gets the focus once it is shown; unless `isForced`, only if the focus was lost. */
  const next = useRef<{ day: DayKey; isForced: boolean } | null>(null);

  useEffect(() => {
    const target = next.current;
    next.current = null;
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    const card = target && (target.isForced || !hasFocus) ? cardOfDay(target.day) : null;
    if (card) focusStop(card);
  }, [start]);

  function step(days: number) {
    const to = stepWeek(start, days);
    if (to === start) return;
    const day = cardOf(document.activeElement)?.dataset['day'];
    const index = weekDays(start).findIndex((each) => each === day);
    next.current = index < 0 ? null : { day: weekDays(to)[index] ?? to, isForced: false };
    onShow(to);
  }

  useShortcut('previous-day', () => step(-1));
  useShortcut('later-day', () => step(1));
  useShortcut('previous-week', () => step(-7));
  useShortcut('later-week', () => step(7));
  useShortcut('today', () => {
    onToday();
    const card = start === weekStartOf(today) ? cardOfDay(today) : null;
    if (card) focusStop(card);
    else next.current = { day: today, isForced: true };
  });
  useShortcut('new-task', () => {
    const card = cardOf(document.activeElement) ?? cardOfDay(today) ?? cardOfDay(start);
    if (card) openComposer(card);
  });
}
