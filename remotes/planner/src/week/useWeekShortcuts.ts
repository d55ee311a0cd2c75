import { useEffect, useRef } from 'react';
import { weekDays, weekStartOf, type DayKey } from '@space/domain';
import { cardOf, cardOfDay, focusStop } from '../keys/dayStops.ts';
import { useShortcut } from '../keys/pageShortcuts.ts';
import { stepWeek } from './weekParam.ts';

interface WeekShortcuts {
  start: DayKey;
  today: DayKey;
  onShow: (start: DayKey) => void;
  onToday: () => void;
}

/** Opens the day's composer, or goes to the one that is open. */
function writeOn(card: HTMLElement): void {
  const add = card.querySelector<HTMLElement>('[data-action="add"]');
  // The focus comes back to it, for the next task.
  (add ?? card.querySelector<HTMLElement>('form input'))?.focus();
  add?.click();
}

/**
 * The keys that turn pages and write on a day. Where the week that is left takes the focus with it, the focus goes on to the
 * same place of the week that comes; `t` takes it to today.
 */
export function useWeekShortcuts({ start, today, onShow, onToday }: WeekShortcuts): void {
  /** The day that is to have the focus once it is shown, unless what has it stays. */
  const next = useRef<{ day: DayKey; isAsked: boolean } | null>(null);

  useEffect(() => {
    const wanted = next.current;
    next.current = null;
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    const card = wanted && (wanted.isAsked || !hasFocus) ? cardOfDay(wanted.day) : null;
    if (card) focusStop(card);
  }, [start]);

  function step(days: number) {
    const to = stepWeek(start, days);
    if (to === start) return;
    const day = cardOf(document.activeElement)?.dataset['day'];
    const place = weekDays(start).findIndex((each) => each === day);
    next.current = place < 0 ? null : { day: weekDays(to)[place] ?? to, isAsked: false };
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
    else next.current = { day: today, isAsked: true };
  });
  useShortcut('new-task', () => {
    const card = cardOf(document.activeElement) ?? cardOfDay(today) ?? cardOfDay(start);
    if (card) writeOn(card);
  });
}
