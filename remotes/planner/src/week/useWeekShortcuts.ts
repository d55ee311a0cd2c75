import { useEffect, useRef } from 'react';
import { weekDays, weekStartOf, type DayKey } from '@space/domain';
import { openComposer } from '../composer/composer.ts';
import { cardOf, cardOfDay, focusStop } from '../keys/dayStops.ts';
import { useShortcut } from '../keys/keyboard.ts';
import { stepWeek } from './weekParam.ts';

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
