import { useEffect, useRef, useState } from 'react';
import type { DayKey } from '@space/domain';

/**
 * Brings a day's card into view when it is asked for, as soon as the card is in the page: on a phone the week is several
 * screens long.
 *
 * Takes the shown days; returns the list's ref, a function that asks for a day, and one that goes to a shown day: its card
 * comes to the top, and its heading takes the focus, so that the next Tab is in that day.
 */
export function useReveal(days: readonly DayKey[]) {
  const listRef = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ day: DayKey } | null>(null);
  const done = useRef(wanted);
  const index = wanted ? days.indexOf(wanted.day) : -1;

  useEffect(() => {
    if (index < 0 || done.current === wanted) return;
    done.current = wanted;
    listRef.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [wanted, index]);

  return {
    listRef,
    reveal: (day: DayKey) => setWanted({ day }),
    goTo: (day: DayKey) => {
      const card = listRef.current?.children[days.indexOf(day)];
      card?.scrollIntoView({ block: 'start' });
      card?.querySelector('h3')?.focus({ preventScroll: true });
    },
  };
}
