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

/** Scrolls to a shown day, and focuses its heading, so that the next Tab is in that day. */
export function goTo(day: DayKey): void {
  const card = cardOfDay(day);
  card?.scrollIntoView({ block: 'start' });
  card?.querySelector('h3')?.focus({ preventScroll: true });
}

interface ShownWeek {
  start: DayKey;
  show: (start: DayKey) => void;
}

/**
 * The shortcuts that change the week and add a task to a day. If the focused element goes with the old week, the focus
 * moves to the same position in the new one; `t` moves it to today.
 *
 * Returns the action of the button 'Today': on a phone the week is several screens long, so it also scrolls.
 */
export function useWeekShortcuts({ start, show }: ShownWeek, today: DayKey): () => void {
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
  return () => showToday(false);
}
